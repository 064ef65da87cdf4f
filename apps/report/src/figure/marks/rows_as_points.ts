// What lines and points share: each row is a place in the plane.
import { spanOf } from "../frame";
import type { Context, Frame } from "../frame";
import type { Drawing, Source } from "./drawing";
import { hit, shown, xOf, yOf } from "./drawing";
import { isAscending, nearestPoint } from "./nearest";

/** The places, as coordinates; `isSorted` where x never falls. */
export interface Places {
  xs: Float64Array;
  ys: Float64Array;
  isSorted: boolean;
}

export function rowsAsPoints(source: Source, draw: (context: Context, frame: Frame, places: Places) => void): Drawing {
  const [x, y] = source.values as [Float64Array, Float64Array];
  const xs = xOf(source, x);
  const ys = yOf(source, y);
  const isSorted = isAscending(xs);
  return {
    mark: source.mark,
    colour: source.colour,
    rows: xs.length,
    x: spanOf(xs),
    y: spanOf(ys),
    draw: (context, frame) => draw(context, frame, { xs, ys, isSorted }),
    nearest: (frame, px, py, within) => nearestPoint(xs, ys, isSorted, frame, px, py, within),
    at: (frame, row) => hit(frame, row, xs[row], ys[row]),
    read: (row) => [
      [source.x.label, shown(source.x, x[row]!)],
      [source.y.label, shown(source.y, y[row]!)],
    ],
  };
}
