// The names of a panel's marks, each a switch that hides or shows what bears it.
import { shade } from "../colour/shades";
import { element } from "../page/dom";
import type { Mark } from "../document";
import type { Drawing } from "./marks/drawing";
import { coloursOf } from "./marks/drawings";
import { kinds } from "./marks/kinds";
import { theme } from "../page/theme";

/** Marks of one name, by their places in the panel; those of one colour share a sample. */
export interface Entry {
  label: string;
  places: number[];
  samples: number[][];
}

export interface Legend {
  root: HTMLElement;
  /** Colours its samples anew. */
  paint(): void;
  /** Leaves out names that nothing is drawn for. */
  trim(drawings: Drawing[]): void;
}

/** The names in a panel, in the order in which they first occur. */
export function entries(marks: Mark[], isWanted: (place: number) => boolean = () => true): Entry[] {
  const groups = <Key>(places: number[], key: (place: number) => Key): Map<Key, number[]> => {
    const found = new Map<Key, number[]>();
    for (const place of places) found.set(key(place), [...(found.get(key(place)) ?? []), place]);
    return found;
  };
  const colours = coloursOf(marks);
  const named = [...marks.keys()].filter((place) => marks[place]!.label !== "" && isWanted(place));
  return [...groups(named, (place) => marks[place]!.label)].map(([label, places]) => ({
    label,
    places,
    samples: [...groups(places, (place) => colours[place]!).values()],
  }));
}

export function legend(marks: Mark[], hidden: Set<number>, changed: () => void): Legend | null {
  const all = entries(marks);
  if (all.length === 0) return null;
  const colours = coloursOf(marks);
  const painted: [sample: HTMLElement, place: number][] = [];
  const buttons = all.map(({ label, places, samples }) => {
    const parts = samples.map((alike) => {
      const looks = alike.flatMap((place) => [...kinds[marks[place]!.kind].sample, marks[place]!.dash]);
      const sample = element("span", { class: ["sample", ...looks].join(" "), "aria-hidden": "true" });
      painted.push([sample, alike[0]!]);
      return sample;
    });
    const button = element("button", { type: "button", "aria-pressed": "true", title: "Show or hide" }, ...parts, label);
    button.addEventListener("click", () => {
      const isShown = button.getAttribute("aria-pressed") !== "true";
      for (const place of places) {
        if (isShown) hidden.delete(place);
        else hidden.add(place);
      }
      button.setAttribute("aria-pressed", String(isShown));
      changed();
    });
    return button;
  });
  const paint = () => {
    for (const [sample, place] of painted) sample.style.color = shade(colours[place]!, theme());
  };
  const trim = (drawings: Drawing[]) => {
    all.forEach(({ places }, index) => {
      buttons[index]!.hidden = places.every((place) => drawings[place]!.rows === 0);
    });
  };
  paint();
  return { root: element("div", { class: "legend", role: "group", "aria-label": "Legend" }, ...buttons), paint, trim };
}
