// The names of a panel's marks, each a switch that hides or shows it.
import { shade } from "./colours";
import { element } from "./dom";
import type { Mark } from "./document";
import { coloursOf } from "./marks/drawings";
import { theme } from "./theme";

export interface Legend {
  root: HTMLElement;
  /** Colours its samples anew. */
  paint(): void;
}

/** Which of a panel's marks have a name, by their place. */
export function named(marks: Mark[]): number[] {
  return [...marks.keys()].filter((index) => marks[index]!.label !== "");
}

export function legend(marks: Mark[], hidden: Set<number>, changed: () => void): Legend | null {
  const places = named(marks);
  if (places.length === 0) return null;
  const colours = coloursOf(marks);
  const samples: (() => void)[] = [];
  const buttons = places.map((place) => {
    const mark = marks[place]!;
    const sample = element("span", { class: `sample ${mark.kind} ${mark.dash}`, "aria-hidden": "true" });
    samples.push(() => {
      sample.style.color = shade(colours[place]!, theme());
    });
    const button = element(
      "button",
      { type: "button", "aria-pressed": String(!hidden.has(place)), title: "Show or hide" },
      sample,
      mark.label,
    );
    button.addEventListener("click", () => {
      if (hidden.has(place)) hidden.delete(place);
      else hidden.add(place);
      button.setAttribute("aria-pressed", String(!hidden.has(place)));
      changed();
    });
    return button;
  });
  const paint = () => {
    for (const sample of samples) sample();
  };
  paint();
  return { root: element("div", { class: "legend", role: "group", "aria-label": "Legend" }, ...buttons), paint };
}
