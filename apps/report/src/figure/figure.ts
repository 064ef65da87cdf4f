// A figure on the page: panels in a grid, drawn when they come near. On paper it is one picture of sharp lines.
import { element } from "../page/dom";
import type { Figure, Result } from "../document";
import { download } from "../page/download";
import { nearView } from "../page/near_view";
import { PanelView } from "./panel";
import { figureCanvas, figureSvg } from "../picture/figure";

export function svgText(svg: SVGElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(svg)}\n`;
}

function saveButtons(result: Result, figure: Figure): HTMLElement {
  const name = `${result.name}-${figure.name}`;
  const svg = element("button", { type: "button", title: "Download the figure as an SVG drawing" }, "SVG");
  svg.addEventListener("click", () => {
    download(new Blob([svgText(figureSvg(result, figure))], { type: "image/svg+xml" }), `${name}.svg`);
  });
  const png = element("button", { type: "button", title: "Download the figure as a PNG picture" }, "PNG");
  png.addEventListener("click", () => {
    figureCanvas(result, figure).toBlob((content) => {
      if (content) download(content, `${name}.png`);
    }, "image/png");
  });
  return element("div", { class: "controls" }, svg, png);
}

export function figureView(result: Result, figure: Figure): HTMLElement {
  const panels = figure.panels.map((_, index) => new PanelView(result, figure, index));
  const grid = element("div", { class: "panels" }, ...panels.map(({ root }) => root));
  // As many as fit: two where there are several, so that none is small.
  const columns = figure.columns > 0 ? figure.columns : Math.min(2, panels.length);
  grid.style.setProperty("--columns", String(Math.max(1, columns)));
  const isMany = panels.length > 1;
  const root = element(
    "figure",
    { class: isMany ? "figure" : "figure single" },
    element("div", { class: "head" }, element("h3", {}, figure.title), isMany ? saveButtons(result, figure) : null),
    grid,
    figure.caption ? element("figcaption", {}, figure.caption) : null,
  );
  nearView(grid, () => {
    for (const panel of panels) panel.begin();
  });
  window.addEventListener("beforeprint", () => {
    grid.after(element("div", { class: "print" }, figureSvg(result, figure)));
  });
  window.addEventListener("afterprint", () => root.querySelector(".print")?.remove());
  return root;
}
