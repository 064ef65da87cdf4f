// One stroke per row, from one point to another.
import { spanOf } from "../frame";
import type { Drawing, Source } from "./drawing";
import { hit, shown, stroke, xOf, yOf } from "./drawing";
import { alone } from "./kind";
import { nearestPoint } from "./nearest";
import { Pen } from "./pen";

function drawing(source: Source): Drawing {
  const [x, y, endX, endY] = source.values as [Float64Array, Float64Array, Float64Array, Float64Array];
  const [xs, endXs] = [xOf(source, x), xOf(source, endX)];
  const [ys, endYs] = [yOf(source, y), yOf(source, endY)];
  return {
    mark: source.mark,
    colour: source.colour,
    rows: xs.length,
    x: spanOf(xs, endXs),
    y: spanOf(ys, endYs),
    draw(context, frame) {
      stroke(context, frame, source);
      const pen = new Pen(context, frame);
      const { x: across, y: up } = frame;
      context.beginPath();
      for (let row = 0; row < xs.length; ++row) {
        const reach = xs[row]! + ys[row]! + endXs[row]! + endYs[row]!;
        if (!Number.isFinite(reach)) continue;
        pen.to(across.offset + across.scale * xs[row]!, up.offset + up.scale * ys[row]!);
        pen.to(across.offset + across.scale * endXs[row]!, up.offset + up.scale * endYs[row]!);
        pen.lift();
      }
      context.stroke();
    },
    nearest(frame, px, py, within) {
      const begin = nearestPoint(xs, ys, false, frame, px, py, within);
      const end = nearestPoint(endXs, endYs, false, frame, px, py, begin?.distance ?? within);
      return end ?? begin;
    },
    at: (frame, row) => hit(frame, row, xs[row], ys[row]),
    read: (row) => [
      ["from", `${shown(source.x, x[row]!)}, ${shown(source.y, y[row]!)}`],
      ["to", `${shown(source.x, endX[row]!)}, ${shown(source.y, endY[row]!)}`],
    ],
  };
}

export const segments = alone(drawing, ["stroke"]);
