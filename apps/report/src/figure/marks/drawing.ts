// What a mark must be able to do once its numbers are at hand.
import { shade, type Colour } from "../../colour/shades";
import type { Axis, Mark } from "../../document";
import type { ColourSpan } from "../colour_bar";
import type { Context, Frame, Span } from "../frame";
import { coordinates } from "../frame";
import { short } from "../../text/numbers";

/** A mark with the numbers it draws. */
export interface Source {
  mark: Mark;
  colour: Colour;
  values: Float64Array[];
  /** Of the columns. */
  units: string[];
  x: Axis;
  y: Axis;
  log: { x: boolean; y: boolean };
}

/** A row of a mark, where it stands on the canvas and what it says. */
export interface Hit {
  row: number;
  x: number;
  y: number;
  distance: number;
}

export type Reading = [name: string, text: string][];

export interface Drawing {
  mark: Mark;
  colour: Colour;
  rows: number;
  x: Span;
  y: Span;
  /** What colours stand for, where it has many. */
  colours?: ColourSpan | null;
  draw(context: Context, frame: Frame): void;
  /** The row nearest to a place on the canvas, if any is nearer than `within`. */
  nearest(frame: Frame, x: number, y: number, within: number): Hit | null;
  /** Where a row stands; null where it holds no number. */
  at(frame: Frame, row: number): Hit | null;
  read(row: number): Reading;
}

/** Strokes and gaps, in widths of the line. */
export const dashes = { solid: [], dashed: [4, 4], dotted: [0.01, 2.2] } satisfies Record<string, number[]>;
export type Dash = keyof typeof dashes;

type Pencil = Pick<Source, "mark" | "colour">;

export function stroke(context: Context, frame: Pick<Frame, "unit" | "theme">, source: Pencil, width = 1.6): void {
  const pixels = width * frame.unit;
  context.strokeStyle = shade(source.colour, frame.theme);
  context.lineWidth = pixels;
  context.lineJoin = "round";
  context.lineCap = "round";
  context.setLineDash(dashes[source.mark.dash].map((length) => length * pixels));
}

export function xOf(source: Source, values: Float64Array): Float64Array {
  return coordinates(values, source.x, source.log.x);
}

export function yOf(source: Source, values: Float64Array): Float64Array {
  return coordinates(values, source.y, source.log.y);
}

/** A value as its axis shows it. */
export function shown(axis: Axis, value: number): string {
  const category = axis.categories[value];
  if (category !== undefined) return category;
  const text = short(value * axis.factor, 6);
  return axis.unit === "1" || axis.unit === "" || !Number.isFinite(value) ? text : `${text} ${axis.unit}`;
}

export function hit(frame: Frame, row: number, x: number | undefined, y: number | undefined): Hit | null {
  if (x === undefined || y === undefined || !Number.isFinite(x) || !Number.isFinite(y)) return null;
  return { row, x: frame.x.offset + frame.x.scale * x, y: frame.y.offset + frame.y.scale * y, distance: 0 };
}
