// All pictures of a report as text in the page, for the command to write to files.
import type { Report } from "../document";
import { element } from "../page/dom";
import { firstCanvas, firstSvg } from "../explorer/explorer";
import { svgText } from "./save";
import { figureCanvas, figureSvg } from "./figure";
import { sceneImage } from "../scene/scene";

interface Picture {
  /** Its place in the report: two results may have one name. */
  result: number;
  name: string;
  format: "png" | "svg";
  /** The text of an SVG drawing, or a PNG picture in base64. */
  content: string;
}

const sceneSize = [1600, 1200] as const;

/** The picture in a data address. */
function png(address: string): string {
  return address.slice(address.indexOf(",") + 1);
}

/** Leaves nothing on the page but <pre id="export"> with a list of pictures as JSON; before the page's load event. */
export function exportPictures(report: Report, format: "png" | "svg"): void {
  const pictures: Picture[] = [];
  for (const [place, result] of report.results.entries()) {
    for (const figure of result.figures) {
      const content = format === "svg" ? svgText(figureSvg(result, figure)) : png(figureCanvas(result, figure).toDataURL());
      pictures.push({ result: place, name: figure.name, format, content });
    }
    for (const explorer of result.explorers) {
      const content = format === "svg" ? svgText(firstSvg(result, explorer)) : png(firstCanvas(result, explorer).toDataURL());
      pictures.push({ result: place, name: explorer.name, format, content });
    }
    for (const scene of result.scenes) {
      const content = png(sceneImage(result, scene, ...sceneSize));
      pictures.push({ result: place, name: scene.name, format: "png", content });
    }
  }
  // Without the characters that HTML writes otherwise, the text stands in the dumped page as it is.
  const escapes: Record<string, string> = { "<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u00a0": "\\u00a0" };
  const json = JSON.stringify(pictures).replace(/[<>&\u00a0]/g, (character) => escapes[character]!);
  document.body.replaceChildren(element("pre", { id: "export" }, json));
}
