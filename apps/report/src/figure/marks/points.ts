// One dot per row.
import { shade } from "../../colour/shades";
import type { Context, Frame } from "../frame";
import type { Drawing, Source } from "./drawing";
import { alone } from "./kind";
import { rowsAsPoints } from "./rows_as_points";

const radius = 2.6;
const roundUpTo = 4000;

/** The rows to draw: of those that fall on the same spot, the first. */
function scattered(xs: Float64Array, ys: Float64Array, frame: Frame): number[] {
  const spot = frame.unit;
  const width = Math.ceil((frame.right - frame.left) / spot) + 2;
  const height = Math.ceil((frame.bottom - frame.top) / spot) + 2;
  if (!(width > 0 && height > 0)) return [];
  const taken = new Uint8Array(width * height);
  const chosen: number[] = [];
  for (let row = 0; row < xs.length; ++row) {
    const column = Math.floor((frame.x.offset + frame.x.scale * xs[row]! - frame.left) / spot) + 1;
    const line = Math.floor((frame.y.offset + frame.y.scale * ys[row]! - frame.top) / spot) + 1;
    if (!(column >= 0 && column < width && line >= 0 && line < height)) continue;
    const place = line * width + column;
    if (taken[place]) continue;
    taken[place] = 1;
    chosen.push(row);
  }
  return chosen;
}

export function dots(context: Context, xs: Float64Array, ys: Float64Array, frame: Frame, size = radius): void {
  const chosen = scattered(xs, ys, frame);
  const isRound = chosen.length <= roundUpTo;
  const reach = (isRound ? size : size - 1) * frame.unit;
  context.beginPath();
  for (const row of chosen) {
    const x = frame.x.offset + frame.x.scale * xs[row]!;
    const y = frame.y.offset + frame.y.scale * ys[row]!;
    if (isRound) {
      context.moveTo(x + reach, y);
      context.arc(x, y, reach, 0, 2 * Math.PI);
    } else {
      context.rect(x - reach, y - reach, 2 * reach, 2 * reach);
    }
  }
  context.fill();
}

function drawing(source: Source): Drawing {
  return rowsAsPoints(source, (context, frame, { xs, ys }) => {
    context.fillStyle = shade(source.colour, frame.theme);
    dots(context, xs, ys, frame);
  });
}

export const points = alone(drawing, ["disc"]);
