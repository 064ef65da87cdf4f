// A scene as a picture of its own, on white, with its title and the names of its shapes in it.
import { element } from "../dom";
import { font, inks } from "./axes";
import type { Viewpoint } from "./eye";
import { hasWebGl, missing } from "./gl";
import { drawLegend } from "./legend";
import { instantText } from "./player";
import type { Stage } from "./stage";

/** [px] of the page that a picture is wide, however many it has itself. */
const pageWidth = 800;
const margin = 24;

export function imageOf(stage: Stage, from: Viewpoint, now: number, width: number, height: number): HTMLCanvasElement {
  const canvas = element("canvas", { width: String(width), height: String(height) });
  const context = canvas.getContext("2d")!;
  const ratio = width / pageWidth;
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, width, height);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.font = `600 17px ${font}`;
  context.fillStyle = inks.light.text;
  context.textBaseline = "middle";
  context.fillText(stage.scene.title, margin, 26, pageWidth - 2 * margin - (stage.span ? 100 : 0));
  if (stage.span) {
    context.font = `13px ${font}`;
    context.textAlign = "right";
    context.fillText(`t = ${instantText(now, stage.span)}`, pageWidth - margin, 26);
  }
  const top = 44 + drawLegend(context, stage.bodies, margin, 44, pageWidth - 2 * margin);
  stage.setTime(now);
  stage.draw({ context, width: pageWidth, height: height / ratio, top, ratio, theme: "light" }, from);
  if (!hasWebGl()) {
    context.textAlign = "center";
    context.fillStyle = inks.light.text;
    context.fillText(missing, pageWidth / 2, height / ratio / 2);
  }
  return canvas;
}
