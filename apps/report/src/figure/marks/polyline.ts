// The strokes of a line, thinned to what the pixels can show.
import type { Context, Frame } from "../frame";
import { Coverage } from "./coverage";
import { firstFrom } from "./nearest";
import { Pen } from "./pen";

/** Longer lines are looked at for strokes that cannot be seen. */
const longLine = 20_000;

/** Where x is in order: of the rows in one column of pixels, the first, the lowest, the highest and the last. */
function byColumns(pen: Pen, xs: Float64Array, ys: Float64Array, frame: Frame, from: number, to: number): void {
  const { x: across, y: up } = frame;
  const put = (row: number) => pen.to(across.offset + across.scale * xs[row]!, up.offset + up.scale * ys[row]!);
  let row = from;
  while (row < to) {
    if (!Number.isFinite(ys[row]!)) {
      pen.lift();
      ++row;
      continue;
    }
    const first = row;
    const column = Math.floor(across.offset + across.scale * xs[row]!);
    const edge = (column + 1 - across.offset) / across.scale;
    let [low, high] = [row, row];
    let [lowest, highest] = [ys[row]!, ys[row]!];
    for (++row; row < to && xs[row]! < edge; ++row) {
      const y = ys[row]!;
      // Neither NaN nor an infinity.
      if (y - y !== 0) break;
      if (y < lowest) {
        lowest = y;
        low = row;
      } else if (y > highest) {
        highest = y;
        high = row;
      }
    }
    const last = row - 1;
    const [earlier, later] = [Math.min(low, high), Math.max(low, high)];
    put(first);
    if (earlier > first) put(earlier);
    if (later > earlier && later < last) put(later);
    if (last > first && last > earlier) put(last);
  }
  pen.lift();
}

/** Otherwise: without the points less than half a pixel from the last one drawn. */
function bySteps(pen: Pen, xs: Float64Array, ys: Float64Array, frame: Frame, from: number, to: number): void {
  const { x: across, y: up } = frame;
  let drawnX = NaN;
  let drawnY = NaN;
  let x = NaN;
  let y = NaN;
  let isBehind = false;
  const lift = () => {
    if (isBehind) pen.to(x, y);
    pen.lift();
    isBehind = false;
    drawnX = NaN;
  };
  for (let row = from; row < to; ++row) {
    x = across.offset + across.scale * xs[row]!;
    y = up.offset + up.scale * ys[row]!;
    if (x - x !== 0 || y - y !== 0) {
      isBehind = false;
      lift();
      continue;
    }
    isBehind = Math.abs(x - drawnX) < 0.5 && Math.abs(y - drawnY) < 0.5;
    if (isBehind) continue;
    pen.to(x, y);
    drawnX = x;
    drawnY = y;
  }
  lift();
}

export function trace(
  context: Context,
  xs: Float64Array,
  ys: Float64Array,
  isSorted: boolean,
  isDashed: boolean,
  frame: Frame,
): void {
  // In order of x, only the rows in sight and one on either side matter.
  const from = isSorted ? Math.max(0, firstFrom(xs, (frame.left - frame.x.offset) / frame.x.scale) - 1) : 0;
  const end = isSorted ? firstFrom(xs, (frame.right - frame.x.offset) / frame.x.scale) + 1 : xs.length;
  const to = Math.min(xs.length, end);
  if (isSorted && to - from > 2 * (frame.right - frame.left)) {
    byColumns(new Pen(context, frame), xs, ys, frame, from, to);
  } else {
    const coverage = to - from > longLine ? new Coverage(frame, isDashed ? 4 * frame.unit : 0) : null;
    bySteps(new Pen(context, frame, coverage), xs, ys, frame, from, to);
  }
}
