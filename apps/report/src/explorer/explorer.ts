// An explorer on the page: parallel coordinates, a scatter, and the rows that are chosen. On paper it is one picture.
import type { Explorer, Result } from "../document";
import { element } from "../page/dom";
import { nearView } from "../page/near_view";
import { saveButtons } from "../picture/save";
import { onCanvas, onSvg } from "../picture/sheet";
import { chosenRows } from "./chosen";
import { CoordinatesView } from "./coordinates";
import { Exploration } from "./exploration";
import { intervals } from "./intervals";
import { paintExplorer } from "./picture";
import type { Pair } from "./scatter";
import { firstPair } from "./scatter";
import { ScatterView } from "./scatter_view";
import { columnSelect } from "./select";

const hint =
  "Drag along an axis to choose an interval, click beside it to clear it, drag an axis by its name to move it. " +
  "Lines through all intervals keep their colour.";

function explorerSvg(exploration: Exploration, pair: Pair): SVGElement {
  return onSvg((begin) => paintExplorer(begin, exploration, pair));
}

function explorerCanvas(exploration: Exploration, pair: Pair): HTMLCanvasElement {
  return onCanvas((begin) => paintExplorer(begin, exploration, pair));
}

/** As it is at first. */
export function firstSvg(result: Result, explorer: Explorer): SVGElement {
  const exploration = new Exploration(result, explorer);
  return explorerSvg(exploration, firstPair(exploration));
}

export function firstCanvas(result: Result, explorer: Explorer): HTMLCanvasElement {
  const exploration = new Exploration(result, explorer);
  return explorerCanvas(exploration, firstPair(exploration));
}

/** How many rows are chosen, and how to choose all again; which column colours them. */
function tools(exploration: Exploration): HTMLElement {
  const summary = element("strong", { class: "summary-of-choice", "aria-live": "polite" });
  const clear = element("button", { type: "button", title: "Choose all again" }, "Clear");
  clear.addEventListener("click", () => exploration.clear());
  const update = () => {
    summary.textContent = exploration.summary;
    clear.disabled = exploration.choice.isAll;
  };
  exploration.onChange((change) => {
    if (change === "choice") update();
  });
  update();
  const choose = (place: number | null) => exploration.colour(place);
  const colour = columnSelect(exploration, "Colour", "Column that colours", exploration.colourBy, choose, "all alike");
  return element("div", { class: "tools" }, summary, clear, colour);
}

export function explorerView(result: Result, explorer: Explorer): HTMLElement {
  const content = element("div", { class: "explorer-content" });
  const head = element("div", { class: "head" }, element("h3", {}, explorer.title));
  const caption = explorer.caption ? element("figcaption", {}, explorer.caption) : null;
  const root = element("figure", { class: "figure explorer" }, head, content, caption);
  let exploration: Exploration | null = null;
  let scatter: ScatterView | null = null;

  const begin = nearView(content, () => {
    exploration = new Exploration(result, explorer);
    const coordinates = new CoordinatesView(exploration);
    const pictured = (scatter = new ScatterView(exploration));
    const explored = exploration;
    head.append(
      saveButtons({
        name: `${result.name}-${explorer.name}`,
        svg: () => explorerSvg(explored, pictured.pair),
        canvas: () => explorerCanvas(explored, pictured.pair),
      }),
    );
    content.append(
      tools(exploration),
      element("p", { class: "quiet hint" }, hint),
      coordinates.root,
      scatter.root,
      chosenRows(exploration),
      intervals(exploration),
    );
    coordinates.begin();
    scatter.begin();
  });
  window.addEventListener("beforeprint", () => {
    begin();
    content.after(element("div", { class: "print" }, explorerSvg(exploration!, scatter!.pair)));
  });
  window.addEventListener("afterprint", () => root.querySelector(".print")?.remove());
  return root;
}
