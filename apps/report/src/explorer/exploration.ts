// What a reader has made of an explorer so far; its parts on the page look at it, change it, and hear of changes.
import type { Explorer, Result, Series } from "../document";
import { column, seriesNamed } from "../series/columns";
import { count, short } from "../text/numbers";
import type { Brush } from "./choice";
import { Choice } from "./choice";
import type { Colouring } from "./colouring";
import { colouring } from "./colouring";
import type { Dimension } from "./dimension";
import { dimensionsOf } from "./dimension";
import type { Reading } from "../figure/marks/drawing";
import { shown } from "../figure/marks/drawing";

export type Change = "choice" | "order" | "colour" | "row";

/** More would not fit beside the pointer. */
const mostReadings = 20;

export class Exploration {
  readonly series: Series;
  readonly dimensions: Dimension[];
  readonly choice: Choice;
  /** The dimensions from left to right. */
  readonly order: number[];
  colouring: Colouring;
  /** The dimension that colours the rows. */
  colourBy: number | null;
  /** The row that the reader points at. */
  row: number | null = null;
  private readonly listeners: ((change: Change) => void)[] = [];

  constructor(
    readonly result: Result,
    readonly explorer: Explorer,
  ) {
    this.series = seriesNamed(result, explorer.series);
    this.dimensions = dimensionsOf(result, explorer);
    this.choice = new Choice(this.dimensions, this.series.rows);
    this.order = [...this.dimensions.keys()];
    const place = explorer.columns.indexOf(explorer.colour_by);
    this.colourBy = place < 0 ? null : place;
    this.colouring = colouring(this.dimensions[place] ?? null, this.series.rows);
  }

  onChange(listener: (change: Change) => void): void {
    this.listeners.push(listener);
  }

  brush(place: number, brush: Brush | null): void {
    this.choice.brush(place, brush);
    this.announce("choice");
  }

  clear(): void {
    this.choice.clear();
    this.announce("choice");
  }

  /** Puts the dimension at a place from the left. */
  move(dimension: number, to: number): void {
    const from = this.order.indexOf(dimension);
    if (from === to || to < 0 || to >= this.order.length) return;
    this.order.splice(from, 1);
    this.order.splice(to, 0, dimension);
    this.announce("order");
  }

  colour(dimension: number | null): void {
    this.colourBy = dimension;
    this.colouring = colouring(dimension === null ? null : this.dimensions[dimension]!, this.series.rows);
    this.announce("colour");
  }

  point(row: number | null): void {
    if (row === this.row) return;
    this.row = row;
    this.announce("row");
  }

  /** "37 of 512 runs" */
  get summary(): string {
    const all = count(this.series.rows, this.explorer.rows, this.explorer.rows);
    return this.choice.isAll ? all : `${count(this.choice.count, "of", "of")} ${all}`;
  }

  /** A row's numbers, in the order of its series: explored ones as their axes show them. */
  read(row: number): Reading {
    const explored = new Map(this.dimensions.map((dimension) => [dimension.name, dimension]));
    return this.series.columns.slice(0, mostReadings).map(({ name, unit }, place) => {
      const dimension = explored.get(name);
      if (dimension) return [dimension.axis.label || name, shown(dimension.axis, dimension.values[row]!)];
      const text = short(this.values[place]![row]!, 6);
      return [name, unit === "1" || unit === "" ? text : `${text} ${unit}`];
    });
  }

  private get values(): Float64Array[] {
    return this.series.columns.map(({ name }) => column(this.series, name));
  }

  private announce(change: Change): void {
    for (const listener of this.listeners) listener(change);
  }
}
