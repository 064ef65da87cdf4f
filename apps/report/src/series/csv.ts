// A series as comma-separated values, spelled as stickslip/record/csv.cpp spells them.
import { column } from "./columns";
import type { Series } from "../document";

const rowsAtOnce = 20_000;

function quoted(cell: string): string {
  return /[,"\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** The fewest digits that read back as the same number, with or without an exponent: what is shorter, as in C++. */
export function text(number: number): string {
  if (Number.isNaN(number)) return "nan";
  if (!Number.isFinite(number)) return number > 0 ? "inf" : "-inf";
  if (number === 0) return Object.is(number, -0) ? "-0" : "0";
  const sign = number < 0 ? "-" : "";
  const [mantissa, power] = Math.abs(number).toExponential().split("e") as [string, string];
  const digits = mantissa.replace(".", "");
  const exponent = Number(power);
  const scientific = `${mantissa}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
  // Lengths first: the fixed form of 1e300 is long.
  const behind = Math.max(0, digits.length - 1 - exponent);
  const length = (exponent < 0 ? 1 : exponent + 1) + (behind > 0 ? behind + 1 : 0);
  if (length > scientific.length) return sign + scientific;
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  if (behind > 0) return `${sign}${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`;
  return sign + BigInt(Math.abs(number)).toString();
}

/** The file's content: all rows, or these. Between slices the page gets its turn, and `progress` hears the share that is done. */
export async function csv(series: Series, progress: (share: number) => void, only?: ArrayLike<number>): Promise<Blob> {
  const count = only?.length ?? series.rows;
  const values = series.columns.map(({ name }) => column(series, name));
  const parts: string[] = [series.columns.map(({ name, unit }) => quoted(`${name} [${unit}]`)).join(",") + "\n"];
  for (let from = 0; from < count; from += rowsAtOnce) {
    const to = Math.min(from + rowsAtOnce, count);
    let slice = "";
    for (let place = from; place < to; ++place) {
      const row = only ? only[place]! : place;
      slice += values.map((cells) => text(cells[row]!)).join(",") + "\n";
    }
    parts.push(slice);
    progress(to / count);
    if (to < count) await new Promise((resolve) => setTimeout(resolve));
  }
  return new Blob(parts, { type: "text/csv" });
}
