// The row whose point is nearest to a place on the canvas.
import type { Frame } from "../frame";
import type { Hit } from "./drawing";

/** Whether every x is a number and none is less than the one before. */
export function isAscending(xs: Float64Array): boolean {
  for (let row = 0, before = -Infinity; row < xs.length; ++row) {
    const x = xs[row]!;
    if (!(x >= before) || x === Infinity || x === -Infinity) return false;
    before = x;
  }
  return true;
}

/** The first row whose x is not less than this, in ascending x. */
export function firstFrom(xs: Float64Array, x: number): number {
  let low = 0;
  let high = xs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (xs[middle]! < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function nearestPoint(
  xs: Float64Array,
  ys: Float64Array,
  isSorted: boolean,
  frame: Frame,
  x: number,
  y: number,
  within: number,
): Hit | null {
  const { x: across, y: up } = frame;
  // Only rows whose x is near enough can win; where x is in order these lie together.
  const reach = Math.abs(within / across.scale);
  const middle = (x - across.offset) / across.scale;
  const from = isSorted ? firstFrom(xs, middle - reach) : 0;
  const to = isSorted ? firstFrom(xs, middle + reach) : xs.length;
  let best = within * within;
  let found = -1;
  for (let row = from; row < to; ++row) {
    const dx = across.offset + across.scale * xs[row]! - x;
    const dy = up.offset + up.scale * ys[row]! - y;
    const distance = dx * dx + dy * dy;
    if (distance < best) {
      best = distance;
      found = row;
    }
  }
  if (found < 0) return null;
  return {
    row: found,
    x: across.offset + across.scale * xs[found]!,
    y: up.offset + up.scale * ys[found]!,
    distance: Math.sqrt(best),
  };
}
