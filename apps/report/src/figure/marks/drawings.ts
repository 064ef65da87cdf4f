// The marks of a panel, ready to be drawn.
import { inTurn, type Colour } from "../../colour/shades";
import type { Mark, Panel, Result } from "../../document";
import { columns, seriesNamed, unitOf } from "../../series/columns";
import type { ColourSpan } from "../colour_bar";
import type { Drawing, Source } from "./drawing";
import { kinds } from "./kinds";

export interface Log {
  x: boolean;
  y: boolean;
}

/** The colours of a panel's marks. One that has many of its own takes none from the others. */
export function coloursOf(marks: Mark[]): Colour[] {
  let turn = 0;
  return marks.map(({ kind, colour }) => colour ?? (kinds[kind].isGround ? "ink" : inTurn(turn++)));
}

export function drawings(result: Result, panel: Panel, log: Log): Drawing[] {
  const colours = coloursOf(panel.marks);
  const sources = panel.marks.map((mark, index): Source => {
    const values = columns(result, mark.series, mark.columns, mark.only);
    const series = seriesNamed(result, mark.series);
    const units = mark.columns.map((name) => unitOf(series, name));
    return { mark, colour: colours[index]!, values, units, x: panel.x, y: panel.y, log };
  });
  const all: Drawing[] = [];
  for (const kind of new Set(panel.marks.map((mark) => mark.kind))) {
    const places = [...sources.keys()].filter((place) => sources[place]!.mark.kind === kind);
    const made = kinds[kind].drawings(places.map((place) => sources[place]!));
    places.forEach((place, index) => (all[place] = made[index]!));
  }
  return all;
}

/** What the colours of a panel stand for, where marks have many. */
export function colourSpan(all: Drawing[]): ColourSpan | null {
  return all.find(({ colours }) => colours)?.colours ?? null;
}
