// A column that is explored: its axis, and where on it each row stands.
import type { Axis, Explorer, Result } from "../document";
import type { Span } from "../figure/frame";
import { coordinates, spanOf } from "../figure/frame";
import { home } from "../figure/ranges";
import { column, seriesNamed, unitOf } from "../series/columns";
import { short } from "../text/numbers";

export interface Dimension {
  /** Of the column. */
  name: string;
  axis: Axis;
  /** As recorded. */
  values: Float64Array;
  /** As shown, on a logarithmic axis their logarithms; NaN for what has no place on the axis. */
  coordinates: Float64Array;
  /** The ends of the axis. */
  span: Span;
  /** 0 at the foot of the axis, 1 at its head; rows beyond an end stand at it. */
  shares: Float64Array;
  /** What has no place: "none" for what is no finite number, "≤ 0" on a logarithmic axis; empty where every row has one. */
  missing: string;
}

function missingText(values: Float64Array, { factor, log }: Axis): string {
  const isNone = values.some((value) => !Number.isFinite(value * factor));
  const isNegative = log && values.some((value) => value * factor <= 0 && Number.isFinite(value * factor));
  return [isNegative ? "≤ 0" : "", isNone ? "none" : ""].filter(Boolean).join(", ");
}

export function dimensionsOf(result: Result, explorer: Explorer): Dimension[] {
  const series = seriesNamed(result, explorer.series);
  return explorer.columns.map((name, place): Dimension => {
    const plain = { label: name, unit: unitOf(series, name), factor: 1, log: false, min: null, max: null, categories: [] };
    const axis = explorer.axes[place] ?? plain;
    const values = column(series, name);
    const places = coordinates(values, axis, axis.log).map((at) => (Number.isFinite(at) ? at : NaN));
    const span = home(axis, axis.log, spanOf(places));
    const shares = places.map((at) => Math.min(Math.max((at - span[0]) / (span[1] - span[0]), 0), 1));
    return { name, axis, values, coordinates: places, span, shares, missing: missingText(values, axis) };
  });
}

/** A coordinate as the reader knows it: the shown value. */
export function shownAt({ axis }: Dimension, coordinate: number): number {
  return axis.log ? 10 ** coordinate : coordinate;
}

export function coordinateOf({ axis }: Dimension, shown: number): number {
  return axis.log ? Math.log10(shown) : shown;
}

export function shortAt(dimension: Dimension, coordinate: number): string {
  return short(shownAt(dimension, coordinate), 3);
}
