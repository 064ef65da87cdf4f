// Where things are on a plot's canvas.
//
// A mark's coordinates are its shown values, or their decimal logarithms on a log axis, so that pixels are always
// offset + scale · coordinate.
import type { Theme } from "../colour/shades";
import type { Axis } from "../document";

/** Low and high end; low > high where there is nothing. */
export type Span = [number, number];

export const nothing: Span = [Infinity, -Infinity];

/** What is drawn on: the canvas, or what writes SVG in its place. */
export type Context = Pick<
  CanvasRenderingContext2D,
  | "save"
  | "restore"
  | "translate"
  | "rotate"
  | "beginPath"
  | "closePath"
  | "moveTo"
  | "lineTo"
  | "rect"
  | "arc"
  | "clip"
  | "stroke"
  | "fill"
  | "fillRect"
  | "strokeRect"
  | "clearRect"
  | "fillText"
  | "strokeText"
  | "measureText"
  | "setLineDash"
  | "strokeStyle"
  | "fillStyle"
  | "lineWidth"
  | "lineJoin"
  | "lineCap"
  | "globalAlpha"
  | "font"
  | "textAlign"
  | "textBaseline"
  | "imageSmoothingEnabled"
> & { drawImage(image: HTMLCanvasElement, x: number, y: number, width: number, height: number): void };

export interface Way {
  offset: number;
  scale: number;
}

/** The plot area in canvas pixels, and the ways into it. */
export interface Frame {
  x: Way;
  y: Way;
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Canvas pixels to a pixel of the page. */
  unit: number;
  theme: Theme;
}

export function coordinates(values: Float64Array, axis: Axis, log: boolean): Float64Array {
  if (log) return values.map((value) => (value * axis.factor > 0 ? Math.log10(value * axis.factor) : NaN));
  return axis.factor === 1 ? values : values.map((value) => value * axis.factor);
}

export function spanOf(...all: Float64Array[]): Span {
  let low = Infinity;
  let high = -Infinity;
  for (const values of all) {
    for (let row = 0; row < values.length; ++row) {
      const value = values[row]!;
      if (value < low && value > -Infinity) low = value;
      if (value > high && value < Infinity) high = value;
    }
  }
  return [low, high];
}

export function union(spans: Span[]): Span {
  return [Math.min(Infinity, ...spans.map(([low]) => low)), Math.max(-Infinity, ...spans.map(([, high]) => high))];
}
