// A figure on the page: panels in a grid, drawn when they come near. On paper it is one picture of sharp lines.
import { element } from "../page/dom";
import type { Figure, Result } from "../document";
import { nearView } from "../page/near_view";
import { PanelView } from "./panel";
import { figureCanvas, figureSvg } from "../picture/figure";
import { saveButtons } from "../picture/save";

export function figureView(result: Result, figure: Figure): HTMLElement {
  const panels = figure.panels.map((_, index) => new PanelView(result, figure, index));
  const grid = element("div", { class: "panels" }, ...panels.map(({ root }) => root));
  // As many as fit: two where there are several, so that none is small.
  const columns = figure.columns > 0 ? figure.columns : Math.min(2, panels.length);
  grid.style.setProperty("--columns", String(Math.max(1, columns)));
  const isMany = panels.length > 1;
  const savable = {
    name: `${result.name}-${figure.name}`,
    svg: () => figureSvg(result, figure),
    canvas: () => figureCanvas(result, figure),
  };
  const root = element(
    "figure",
    { class: isMany ? "figure" : "figure single" },
    element("div", { class: "head" }, element("h3", {}, figure.title), isMany ? saveButtons(savable) : null),
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
