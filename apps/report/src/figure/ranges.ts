// Which part of an axis is shown.
import type { Axis } from "../document";
import type { Span } from "./frame";

export interface Ranges {
  x: Span;
  y: Span;
}

const padding = 0.03;
const farthest = 4e307;

/** An end given in shown units, as a coordinate. */
function given(end: number | null, log: boolean): number | null {
  if (end === null) return null;
  if (!log) return end;
  return end > 0 ? Math.log10(end) : null;
}

/** Around a single number: enough to see that it is one. */
function around(value: number, log: boolean): number {
  return log ? 0.5 : Math.max(0.1 * Math.abs(value), value === 0 ? 1 : 1e-300);
}

/** What is shown at first: the ends that are asked for, else those of the data and a little room. */
export function home(axis: Axis, log: boolean, [low, high]: Span): Span {
  const [least, greatest] = [given(axis.min, log), given(axis.max, log)];
  let [from, to] = low <= high ? [low, high] : [least ?? greatest ?? 0, greatest ?? least ?? 1];
  if (axis.categories.length > 0) [from, to] = [-0.5, axis.categories.length - 0.5];
  const size = Math.max(Math.abs(from), Math.abs(to));
  const isPoint = to - from <= 1e-12 * size;
  const room = isPoint ? around(to, log) : axis.categories.length > 0 ? 0 : padding * (to - from);
  from = least ?? Math.max(from - room, -farthest);
  to = greatest ?? Math.min(to + room, farthest);
  if (from < to) return [from, to];
  // One end was asked for, and all data lie beyond it.
  if (least !== null) return [least, least + around(least, log)];
  return [to - around(to, log), to];
}

/** Ranges around these in which a unit of x is as long as one of y. */
export function equalised({ x, y }: Ranges, width: number, height: number): Ranges {
  const [unitX, unitY] = [(x[1] - x[0]) / width, (y[1] - y[0]) / height];
  const unit = Math.max(unitX, unitY);
  const grown = ([low, high]: Span, pixels: number): Span => {
    const middle = low / 2 + high / 2;
    return [middle - (unit * pixels) / 2, middle + (unit * pixels) / 2];
  };
  return { x: unitX < unit ? grown(x, width) : x, y: unitY < unit ? grown(y, height) : y };
}

/** Closer by this factor around a share of the way along; null where numbers would no longer tell pixels apart. */
export function zoomed([low, high]: Span, factor: number, share = 0.5): Span | null {
  const fixedPoint = low + share * (high - low);
  const span = (high - low) / factor;
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (!(span > 1e-10 * size && span > 1e-300 && span < farthest)) return null;
  return [fixedPoint - share * span, fixedPoint + (1 - share) * span];
}

export function moved([low, high]: Span, share: number): Span {
  const way = share * (high - low);
  return [low + way, high + way];
}

export function isSame([a, b]: Span, [c, d]: Span): boolean {
  return a === c && b === d;
}

/** The same part of an axis that becomes logarithmic or linear; null where a logarithm has none. */
export function rescaled([low, high]: Span, toLog: boolean): Span | null {
  const span: Span = toLog ? [Math.log10(low), Math.log10(high)] : [10 ** low, 10 ** high];
  return Number.isFinite(span[0]) && Number.isFinite(span[1]) && span[0] < span[1] ? span : null;
}
