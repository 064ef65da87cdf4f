// The marks of a panel, ready to be drawn.
import { inTurn } from "../../colour/shades";
import type { ColourSpan } from "../colour_bar";
import { columns, seriesNamed } from "../../series/columns";
import type { Colour, Mark, Panel, Result } from "../../document";
import { union } from "../frame";
import { boxes } from "./boxes";
import type { Drawing, Source } from "./drawing";
import { errorBars } from "./error_bars";
import type { HeatMap } from "./heat_map";
import { heatMap } from "./heat_map";
import { line } from "./line";
import { points } from "./points";
import { segments } from "./segments";

export interface Log {
  x: boolean;
  y: boolean;
}

export function isHeatMap(drawing: Drawing): drawing is HeatMap {
  return drawing.mark.kind === "heat_map";
}

/** The colours of a panel's marks. A heat map has many of its own and takes none from the others. */
export function coloursOf(marks: Mark[]): Colour[] {
  let turn = 0;
  return marks.map(({ kind, colour }) => colour ?? (kind === "heat_map" ? "ink" : inTurn(turn++)));
}

export function drawings(result: Result, panel: Panel, log: Log): Drawing[] {
  const colours = coloursOf(panel.marks);
  const sources = panel.marks.map((mark, index): Source => {
    const values = columns(result, mark.series, mark.columns, mark.only);
    return { mark, colour: colours[index]!, values, x: panel.x, y: panel.y, log };
  });
  const boxed = boxes(sources.filter(({ mark }) => mark.kind === "boxes"));
  const all = sources.map((source): Drawing => {
    switch (source.mark.kind) {
      case "line":
        return line(source);
      case "points":
        return points(source);
      case "segments":
        return segments(source);
      case "error_bars":
        return errorBars(source);
      case "boxes":
        return boxed.shift()!;
      case "heat_map": {
        const series = seriesNamed(result, source.mark.series);
        return heatMap(source, series.columns.find(({ name }) => name === source.mark.columns[2])!);
      }
    }
  });
  const maps = all.filter(isHeatMap);
  const span = union(maps.map(({ values }) => values));
  for (const map of maps) map.paint(span);
  return all;
}

/** The span of the colours of a panel's heat maps, and what they stand for. */
export function colourSpan(all: Drawing[]): ColourSpan | null {
  const maps = all.filter(isHeatMap);
  if (maps.length === 0) return null;
  const span = union(maps.map(({ values }) => values));
  return span[0] <= span[1] ? { span, name: maps[0]!.name } : null;
}
