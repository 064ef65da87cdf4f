// The numbers of a report: decoded when first asked for, kept afterwards.
import { unzlibSync } from "fflate";

import type { Column, Result, RowFilter, Series } from "../document";

const decoded = new Map<number, Float64Array>();

function decode(index: number, rows: number): Float64Array {
  if (rows === 0) return new Float64Array();
  const text = atob(document.getElementById(`column-${index}`)?.textContent?.trim() ?? "");
  const packed = new Uint8Array(text.length);
  for (let place = 0; place < text.length; ++place) packed[place] = text.charCodeAt(place);
  const shuffled = unzlibSync(packed, { out: new Uint8Array(8 * rows) });
  const bytes = new Uint8Array(8 * rows);
  for (let byte = 0; byte < 8; ++byte) {
    for (let row = 0, from = byte * rows; row < rows; ++row) bytes[8 * row + byte] = shuffled[from + row]!;
  }
  return new Float64Array(bytes.buffer);
}

export function seriesNamed(result: Result, name: string): Series {
  const found = result.series.find((series) => series.name === name);
  if (!found) throw new Error(`no series ${name} in ${result.name}`);
  return found;
}

function columnNamed(series: Series, name: string): Column {
  const found = series.columns.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`no column ${name} in ${series.name}`);
  return found;
}

export function unitOf(series: Series, name: string): string {
  return columnNamed(series, name).unit;
}

/** The values of a column, in the series' own unit. */
export function column(series: Series, name: string): Float64Array {
  const found = columnNamed(series, name);
  let values = decoded.get(found.data);
  if (!values) {
    values = decode(found.data, series.rows);
    decoded.set(found.data, values);
  }
  return values;
}

/** Several columns of a series, only those rows that are asked for. */
export function columns(result: Result, name: string, names: string[], only: RowFilter | null): Float64Array[] {
  const series = seriesNamed(result, name);
  const whole = names.map((columnName) => column(series, columnName));
  if (!only) return whole;
  const key = column(series, only.column);
  const chosen: number[] = [];
  key.forEach((value, row) => {
    if (value === only.value) chosen.push(row);
  });
  return whole.map((values) => Float64Array.from(chosen, (row) => values[row]!));
}
