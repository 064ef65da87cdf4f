// A line through the rows in their order; what is not a number interrupts it.
import type { Drawing, Source } from "./drawing";
import { stroke } from "./drawing";
import { alone } from "./kind";
import { trace } from "./polyline";
import { rowsAsPoints } from "./rows_as_points";

function drawing(source: Source): Drawing {
  return rowsAsPoints(source, (context, frame, { xs, ys, isSorted }) => {
    stroke(context, frame, source);
    context.beginPath();
    trace(context, xs, ys, isSorted, source.mark.dash !== "solid", frame);
    context.stroke();
  });
}

export const line = alone(drawing, ["stroke"]);
