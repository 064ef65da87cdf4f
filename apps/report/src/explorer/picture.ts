// An explorer as one picture, for files and for paper: what is chosen, as it is shown.
import { paper, shade } from "../colour/shades";
import { Plot } from "../figure/plot";
import type { Begin } from "../picture/sheet";
import { font, wrapped } from "../text/measure";
import { drawAxes } from "./axes";
import type { Exploration } from "./exploration";
import { layoutOf, leastWidth } from "./layout";
import { Lines } from "./lines";
import type { Pair } from "./scatter";
import { scatterDrawing, scatterPanel } from "./scatter";

const margin = 14;
const titleFont = font(17, 600);
const titleLine = 24;
const countLine = 22;
const least = 1000;
const coordinatesHeight = 380;
const scatterSize = [720, 430] as const;
const linesZoom = 2;

export function paintExplorer(begin: Begin, exploration: Exploration, pair: Pair): void {
  const { order, dimensions, explorer } = exploration;
  const inner = Math.max(least, leastWidth(order.length));
  const width = inner + 2 * margin;
  const title = wrapped(explorer.title, titleFont, inner);
  const top = margin + title.length * titleLine + countLine;
  const height = top + coordinatesHeight + margin + scatterSize[1] + margin;
  const layout = layoutOf(order.map((place) => dimensions[place]!), inner, coordinatesHeight);
  const lines = new Lines(exploration, layout, linesZoom, "light");
  lines.drawUntil(Infinity);
  const image = document.createElement("canvas");
  [image.width, image.height] = [lines.raster.width, lines.raster.height];
  image.getContext("2d")!.putImageData(lines.raster.image, 0, 0);

  const sheet = begin(width, height);
  const { context } = sheet;
  context.fillStyle = paper.light;
  context.fillRect(0, 0, width, height);
  context.fillStyle = shade("ink", "light");
  context.textAlign = "left";
  context.textBaseline = "top";
  context.font = titleFont;
  title.forEach((line, index) => context.fillText(line, margin, margin + index * titleLine));
  context.font = font(14);
  context.fillText(exploration.summary, margin, margin + title.length * titleLine);
  context.drawImage(image, margin, top, inner, coordinatesHeight);
  context.save();
  context.translate(margin, top);
  drawAxes(context, layout, exploration, "light");
  context.restore();
  sheet.plot(margin, top + coordinatesHeight + margin, ...scatterSize, (size) => {
    const panel = scatterPanel(exploration, pair);
    const drawing = scatterDrawing(exploration, pair);
    const log = { x: panel.x.log, y: panel.y.log };
    return new Plot(panel, [drawing], log, { ...size, hidden: new Set(), theme: () => "light" });
  });
}
