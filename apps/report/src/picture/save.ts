// Pictures as files.
import { element } from "../page/dom";
import { download } from "../page/download";

export function svgText(svg: SVGElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(svg)}\n`;
}

export interface Savable {
  /** Of the files, without their ending. */
  name: string;
  svg(): SVGElement;
  canvas(): HTMLCanvasElement;
}

export function saveButtons({ name, svg, canvas }: Savable): HTMLElement {
  const drawing = element("button", { type: "button", title: "Download the figure as an SVG drawing" }, "SVG");
  drawing.addEventListener("click", () => {
    download(new Blob([svgText(svg())], { type: "image/svg+xml" }), `${name}.svg`);
  });
  const picture = element("button", { type: "button", title: "Download the figure as a PNG picture" }, "PNG");
  picture.addEventListener("click", () => {
    canvas().toBlob((content) => {
      if (content) download(content, `${name}.png`);
    }, "image/png");
  });
  return element("div", { class: "controls" }, drawing, picture);
}
