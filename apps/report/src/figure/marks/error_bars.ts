// A point with the interval it lies in.
import { shade } from "../../colour/shades";
import { spanOf, union } from "../frame";
import type { Drawing, Source } from "./drawing";
import { hit, shown, stroke, xOf, yOf } from "./drawing";
import { alone } from "./kind";
import { nearestPoint } from "./nearest";
import { dots } from "./points";

const capWidth = 4;

function drawing(source: Source): Drawing {
  const [x, y, low, high] = source.values as [Float64Array, Float64Array, Float64Array, Float64Array];
  const xs = xOf(source, x);
  const [ys, lows, highs] = [y, low, high].map((values) => yOf(source, values)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  return {
    mark: source.mark,
    colour: source.colour,
    rows: xs.length,
    x: spanOf(xs),
    y: union([spanOf(ys), spanOf(lows), spanOf(highs)]),
    draw(context, frame) {
      stroke(context, frame, { ...source, mark: { ...source.mark, dash: "solid" } }, 1.4);
      const cap = capWidth * frame.unit;
      // Beyond the edge by as much as hides a cap.
      const [edgeTop, edgeBottom] = [frame.top - 2 * cap, frame.bottom + 2 * cap];
      const inside = (pixel: number) => Math.min(Math.max(pixel, edgeTop), edgeBottom);
      context.beginPath();
      for (let row = 0; row < xs.length; ++row) {
        const place = frame.x.offset + frame.x.scale * xs[row]!;
        const top = inside(frame.y.offset + frame.y.scale * highs[row]!);
        // On a log axis an interval that reaches down to zero has no lower end in sight.
        const hasNoEnd = source.log.y && low[row]! * source.y.factor <= 0;
        const bottom = hasNoEnd ? edgeBottom : inside(frame.y.offset + frame.y.scale * lows[row]!);
        if (!Number.isFinite(place + top + bottom) || place < frame.left - cap || place > frame.right + cap) continue;
        context.moveTo(place, bottom);
        context.lineTo(place, top);
        for (const end of [top, bottom]) {
          context.moveTo(place - cap, end);
          context.lineTo(place + cap, end);
        }
      }
      context.stroke();
      context.fillStyle = shade(source.colour, frame.theme);
      dots(context, xs, ys, frame, 3);
    },
    nearest: (frame, px, py, within) => nearestPoint(xs, ys, false, frame, px, py, within),
    at: (frame, row) => hit(frame, row, xs[row], ys[row]),
    read: (row) => [
      [source.x.label, shown(source.x, x[row]!)],
      [source.y.label, shown(source.y, y[row]!)],
      ["interval", `${shown(source.y, low[row]!)} to ${shown(source.y, high[row]!)}`],
    ],
  };
}

export const errorBars = alone(drawing, ["stroke", "disc"]);
