// Texts at places of a plot.
import { paper, shade } from "../colour/shades";
import type { Label } from "../document";
import type { Context, Frame } from "./frame";
import type { Log } from "./marks/drawings";
import { font, tickSize, widthOf } from "../text/measure";

export function drawLabels(context: Context, frame: Frame, labels: Label[], log: Log): void {
  const size = tickSize * frame.unit;
  context.font = font(size);
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = 3 * frame.unit;
  context.setLineDash([]);
  context.strokeStyle = `${paper[frame.theme]}d0`;
  context.fillStyle = shade("ink", frame.theme);
  const coordinate = (value: number, isLog: boolean) => (isLog ? Math.log10(value) : value);
  for (const { x, y, text } of labels) {
    const px = frame.x.offset + frame.x.scale * coordinate(x, log.x);
    const py = frame.y.offset + frame.y.scale * coordinate(y, log.y);
    if (!(px >= frame.left && px <= frame.right && py >= frame.top && py <= frame.bottom)) continue;
    // Whole, also near an edge.
    const half = widthOf(text, font(size)) / 2 + 3 * frame.unit;
    const middle = Math.max(frame.left + half, Math.min(px, frame.right - half));
    const height = Math.max(frame.top + size, Math.min(py, frame.bottom - size));
    context.strokeText(text, middle, height);
    context.fillText(text, middle, height);
  }
}
