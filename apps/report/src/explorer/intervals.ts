// The brushes as numbers to read and to type, and the order of the axes: all that a mouse can do, by keyboard.
import { element } from "../page/dom";
import { exact, withUnit } from "../text/numbers";
import { coordinateOf, shownAt } from "./dimension";
import type { Exploration } from "./exploration";

/** An end of a brush as it stands in its field: short, since nobody aims a mouse to ten digits. */
function fieldText(value: number): string {
  return Number.isFinite(value) ? exact(Number(value.toPrecision(6))) : "";
}

interface Row {
  root: HTMLElement;
  /** Shows the brush as it is now. */
  update(): void;
}

function rowOf(exploration: Exploration, place: number): Row {
  const dimension = exploration.dimensions[place]!;
  const { axis, name, span } = dimension;
  const label = axis.label || name;
  const field = (text: string) =>
    element("input", { type: "number", step: "any", "aria-label": `${label}, ${text}`, placeholder: text });
  const [low, high] = [field("from"), field("to")];
  const button = (text: string, title: string, by: number) => {
    const made = element("button", { type: "button", title, "aria-label": `${title}: ${label}` }, text);
    made.addEventListener("click", () => {
      exploration.move(place, exploration.order.indexOf(place) + by);
      made.focus();
    });
    return made;
  };
  const missing = element("input", { type: "checkbox" });
  const set = () => {
    const ends = [low, high].map(({ value }, end) => {
      if (value === "") return end === 0 ? -Infinity : Infinity;
      const at = coordinateOf(dimension, Number(value));
      // No logarithm: below all that has one.
      return Number.isNaN(at) ? -Infinity : at;
    }) as [number, number];
    missing.checked = false;
    exploration.brush(place, low.value === "" && high.value === "" ? null : ends);
  };
  for (const input of [low, high]) input.addEventListener("change", set);
  missing.addEventListener("change", () => exploration.brush(place, missing.checked ? "missing" : null));

  const root = element(
    "tr",
    {},
    element("th", { scope: "row" }, withUnit(label, axis.unit)),
    element("td", {}, low),
    element("td", {}, high),
    element("td", {}, dimension.missing === "" ? null : element("label", {}, missing, ` ${dimension.missing}`)),
    element("td", {}, button("←", "Move to the left", -1), button("→", "Move to the right", 1)),
  );
  const update = () => {
    const brush = exploration.choice.brushes[place]!;
    missing.checked = brush === "missing";
    [low, high].forEach((input, end) => {
      // What is being typed stays as it is.
      if (input === document.activeElement && input.value !== "") return;
      input.value = brush === null || brush === "missing" ? "" : fieldText(shownAt(dimension, brush[end]!));
    });
  };
  low.title = high.title = `${fieldText(shownAt(dimension, span[0]))} to ${fieldText(shownAt(dimension, span[1]))}`;
  return { root, update };
}

export function intervals(exploration: Exploration): HTMLElement {
  const rows = exploration.dimensions.map((_, place) => rowOf(exploration, place));
  const heads = ["Column", "From", "To", "Only", "Order"].map((text) => element("th", { scope: "col" }, text));
  const body = element("tbody");
  const update = () => {
    body.append(...exploration.order.map((place) => rows[place]!.root));
    for (const row of rows) row.update();
  };
  exploration.onChange((change) => {
    if (change === "choice" || change === "order") update();
  });
  update();
  const table = element("table", {}, element("thead", {}, element("tr", {}, ...heads)), body);
  return element("details", { class: "intervals" }, element("summary", {}, "Intervals as numbers"), table);
}
