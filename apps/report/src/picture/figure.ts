// A figure as one picture, for files and for paper: its title, its panels side by side, their legends above them.
import { shade } from "../colour/shades";
import type { Figure, Panel, Result } from "../document";
import type { Entry } from "../figure/legend";
import { entries } from "../figure/legend";
import type { Drawing } from "../figure/marks/drawing";
import type { Log } from "../figure/marks/drawings";
import { drawings as drawingsOf } from "../figure/marks/drawings";
import { drawLegend, legendLine, legendRows } from "./legend";
import { equalAspect, Plot } from "../figure/plot";
import type { Ranges } from "../figure/ranges";
import type { Begin } from "./sheet";
import { onCanvas, onSvg } from "./sheet";
import { font, wrapped } from "../text/measure";

const margin = 14;
const titleFont = font(17, 600);
const titleLine = 24;
const headFont = font(14, 600);
const headLine = 20;
const leastWidth = 800;
const leastPanel = 320;

/** What of a panel is shown, and how. */
export interface Look {
  log: Log;
  hidden: ReadonlySet<number>;
  ranges: Ranges | null;
}

interface Placed {
  panel: Panel;
  drawings: Drawing[];
  look: Look;
  title: string[];
  legend: Entry[][];
}

export function firstLook(panel: Panel): Look {
  return { log: { x: panel.x.log, y: panel.y.log }, hidden: new Set(), ranges: null };
}

function plotHeight({ panel, drawings }: Placed, width: number): number {
  if (panel.equal_axes) return Math.round(Math.min(width / equalAspect(panel, drawings), 560));
  // The names of places take more height.
  return Math.round(panel.x.categories.length > 0 ? Math.min(width * 0.88, 560) : Math.min(width * 0.68, 440));
}

function paint(
  begin: Begin,
  result: Result,
  title: string,
  panels: [Panel, Look][],
  across: number,
): void {
  const columns = Math.max(1, Math.min(across, panels.length));
  const width = Math.max(leastWidth, columns * leastPanel);
  const panelWidth = (width - margin) / columns - margin;
  const placed = panels.map(([panel, look]): Placed => {
    const drawings = drawingsOf(result, panel, look.log);
    const shown = entries(panel.marks, (place) => !look.hidden.has(place) && drawings[place]!.rows > 0);
    const heading = wrapped(panel.title, headFont, panelWidth);
    return { panel, drawings, look, title: heading, legend: legendRows(shown, panelWidth) };
  });
  const heading = wrapped(title, titleFont, width - 2 * margin);
  // Plots of one row begin at the same height, below the longest of their legends.
  const rows: { items: Placed[]; head: number; height: number }[] = [];
  for (let from = 0; from < placed.length; from += columns) {
    const items = placed.slice(from, from + columns);
    const head = Math.max(...items.map((item) => item.title.length * headLine + item.legend.length * legendLine)) + 4;
    rows.push({ items, head, height: Math.max(...items.map((item) => plotHeight(item, panelWidth))) });
  }
  const top = margin + (heading.length > 0 ? heading.length * titleLine + 8 : 0);
  const height = rows.reduce((sum, row) => sum + row.head + row.height + margin, top + margin / 2);

  const sheet = begin(width, Math.ceil(height));
  const { context } = sheet;
  const write = (lines: string[], x: number, y: number, fontText: string, line: number) => {
    context.font = fontText;
    context.fillStyle = shade("ink", "light");
    context.textAlign = "left";
    context.textBaseline = "top";
    lines.forEach((text, index) => context.fillText(text, x, y + index * line));
  };
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, width, Math.ceil(height));
  write(heading, margin, margin, titleFont, titleLine);
  let y = top;
  for (const row of rows) {
    row.items.forEach((item, index) => {
      const x = margin + index * (panelWidth + margin);
      const used = item.title.length * headLine + item.legend.length * legendLine + 4;
      const begin = y + row.head - used;
      write(item.title, x, begin, headFont, headLine);
      drawLegend(context, item.drawings, item.legend, x, begin + item.title.length * headLine, panelWidth);
      // Not wider than equal axes can use.
      const widest = item.panel.equal_axes ? row.height * equalAspect(item.panel, item.drawings) : panelWidth;
      sheet.plot(x, y + row.head, Math.min(panelWidth, Math.round(widest)), row.height, (size) => {
        const { hidden, ranges, log } = item.look;
        return new Plot(item.panel, item.drawings, log, { ...size, hidden, ranges, theme: () => "light" });
      });
    });
    y += row.head + row.height + margin;
  }
}

function across(figure: Figure): number {
  return figure.columns > 0 ? figure.columns : 2;
}

function whole(figure: Figure): [Panel, Look][] {
  return figure.panels.map((panel) => [panel, firstLook(panel)]);
}

export function figureCanvas(result: Result, figure: Figure): HTMLCanvasElement {
  return onCanvas((begin) => paint(begin, result, figure.title, whole(figure), across(figure)));
}

export function figureSvg(result: Result, figure: Figure): SVGElement {
  return onSvg((begin) => paint(begin, result, figure.title, whole(figure), across(figure)));
}

/** One panel as it is shown. */
export function panelCanvas(result: Result, title: string, panel: Panel, look: Look): HTMLCanvasElement {
  return onCanvas((begin) => paint(begin, result, title, [[panel, look]], 1));
}
