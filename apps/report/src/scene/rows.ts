// The numbers of a shape as its kind asks for them, without the rows that have no place in space.
import { columns } from "../series/columns";
import type { Result, Shape } from "../document";
import { hasTime } from "./kinds";

export interface ShapeRows {
  /** x, y, z of each row. Rows of a curve may be NaN: there it breaks. */
  places: Float64Array;
  /** Of arrows: from tail to tip, as drawn. */
  spans: Float64Array | null;
  /** Of polygons: the first row of each, and the number of rows as the last entry. */
  facets: Uint32Array | null;
  /** When each row is there, ascending; null where all of them always are. */
  times: Float64Array | null;
}

function interleave(parts: Float64Array[], rows: ArrayLike<number>, factor = 1): Float64Array {
  const values = new Float64Array(parts.length * rows.length);
  for (let place = 0; place < rows.length; ++place) {
    for (let part = 0; part < parts.length; ++part) {
      values[parts.length * place + part] = factor * parts[part]![rows[place]!]!;
    }
  }
  return values;
}

/** The rows of whole polygons: one with a corner that is nowhere is left out. */
function wholeFacets(facet: Float64Array, isPlaced: (row: number) => boolean): { rows: number[]; facets: Uint32Array } {
  const rows: number[] = [];
  const starts: number[] = [];
  for (let first = 0; first < facet.length; ) {
    let end = first + 1;
    while (end < facet.length && facet[end] === facet[first]) ++end;
    const corners = Array.from({ length: end - first }, (_, corner) => first + corner);
    if (corners.length >= 3 && corners.every(isPlaced)) {
      starts.push(rows.length);
      rows.push(...corners);
    }
    first = end;
  }
  return { rows, facets: Uint32Array.from([...starts, rows.length]) };
}

export function shapeRows(result: Result, shape: Shape): ShapeRows {
  const read = columns(result, shape.series, shape.columns, shape.only);
  const time = hasTime(shape) ? read.shift()! : null;
  const facet = shape.kind === "polygons" ? read.shift()! : null;
  const isPlaced = (row: number): boolean => read.every((values) => Number.isFinite(values[row]!));
  if (facet) {
    const { rows, facets } = wholeFacets(facet, isPlaced);
    return { places: interleave(read, rows), spans: null, facets, times: null };
  }
  const keepsGaps = shape.kind === "curve";
  const rows: number[] = [];
  for (let row = 0; row < read[0]!.length; ++row) {
    if ((keepsGaps || isPlaced(row)) && (!time || Number.isFinite(time[row]!))) rows.push(row);
  }
  if (time) rows.sort((a, b) => time[a]! - time[b]!);
  return {
    places: interleave(read.slice(0, 3), rows),
    spans: shape.kind === "arrows" ? interleave(read.slice(3), rows, shape.length) : null,
    facets: null,
    times: time && Float64Array.from(rows, (row) => time[row]!),
  };
}

/** How many of these ascending numbers, times for one, are not after now. */
export function countUntil(times: ArrayLike<number>, now: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= now) low = middle + 1;
    else high = middle;
  }
  return low;
}
