// A line through the rows in their order; what is not a number interrupts it.
import type { Drawing, Source } from "./drawing";
import { stroke } from "./drawing";
import { trace } from "./polyline";
import { rowsAsPoints } from "./rows_as_points";

export function line(source: Source): Drawing {
  return rowsAsPoints(source, (context, frame, { xs, ys, isSorted }) => {
    stroke(context, frame, source);
    context.beginPath();
    trace(context, xs, ys, isSorted, source.mark.dash !== "solid", frame);
    context.stroke();
  });
}
