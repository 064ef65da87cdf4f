// A line through the rows in their order; what is not a number interrupts it.
import { spanOf } from "../frame";
import type { Drawing, Source } from "./drawing";
import { hit, shown, stroke, xOf, yOf } from "./drawing";
import { isAscending, nearestPoint } from "./nearest";
import { trace } from "./polyline";

export function line(source: Source): Drawing {
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
    draw(context, frame) {
      stroke(context, frame, source);
      context.beginPath();
      trace(context, xs, ys, isSorted, source.mark.dash !== "solid", frame);
      context.stroke();
    },
    nearest: (frame, px, py, within) => nearestPoint(xs, ys, isSorted, frame, px, py, within),
    at: (frame, row) => hit(frame, row, xs[row], ys[row]),
    read: (row) => [
      [source.x.label, shown(source.x, x[row]!)],
      [source.y.label, shown(source.y, y[row]!)],
    ],
  };
}
