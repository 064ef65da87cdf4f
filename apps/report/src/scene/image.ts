// A scene as a picture of its own, on white, with its title and the names of its shapes in it.
import { element } from "../page/dom";
import { fitted, font, labelSize, wrapped } from "../text/measure";
import { inks } from "./axes";
import type { Viewpoint } from "./eye";
import { hasWebGl, missing } from "./gl";
import { drawLegend } from "./legend";
import { instantText } from "./player";
import type { Stage } from "./stage";

/** [px] of the page that a picture is wide, however many it has itself. */
const pageWidth = 800;
const margin = 24;
const titleFont = font(17, 600);
const titleLine = 24;

export function imageOf(stage: Stage, from: Viewpoint, now: number, width: number, height: number): HTMLCanvasElement {
  const canvas = element("canvas", { width: String(width), height: String(height) });
  const context = canvas.getContext("2d")!;
  const ratio = width / pageWidth;
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, width, height);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.font = titleFont;
  context.fillStyle = inks.light.text;
  context.textBaseline = "middle";
  const free = pageWidth - 2 * margin - (stage.span ? 100 : 0);
  const title = wrapped(stage.scene.title, titleFont, free).map((line) => fitted(line, titleFont, free));
  title.forEach((line, row) => context.fillText(line, margin, 26 + row * titleLine));
  if (stage.span) {
    context.font = font(labelSize);
    context.textAlign = "right";
    context.fillText(`t = ${instantText(now, stage.span)}`, pageWidth - margin, 26);
  }
  const under = 20 + Math.max(title.length, 1) * titleLine;
  const top = under + drawLegend(context, stage.bodies, margin, under, pageWidth - 2 * margin);
  stage.setTime(now);
  stage.draw({ context, width: pageWidth, height: height / ratio, top, ratio, theme: "light" }, from);
  if (!hasWebGl()) {
    context.textAlign = "center";
    context.fillStyle = inks.light.text;
    context.fillText(missing, pageWidth / 2, height / ratio / 2);
  }
  return canvas;
}
