// How uPlot is to draw an axis: our ticks and texts, its lines and layout.
import uPlot from "uplot";

import type { Theme } from "../colour/shades";
import { shade } from "../colour/shades";
import type { Axis } from "../document";
import { withUnit } from "../text/numbers";
import { fitted, font, labelSize, tickSize, widthOf, wrapped } from "../text/measure";
import type { Tick } from "./ticks";
import { categoryTicks, linearTicks, logTicks } from "./ticks";

const tickLength = 4;
const gap = 5;
const lineHeight = 1.3;
const slant = 40;
const longestName = 120;

const gridShade: Record<Theme, string> = { light: "#00000012", dark: "#ffffff17" };
const lineShade: Record<Theme, string> = { light: "#00000070", dark: "#ffffff70" };

export interface AxisStyle {
  axis: Axis;
  side: "x" | "y";
  log: boolean;
  /** Pixels of the plot to one of the text sizes above. */
  zoom: number;
  theme: () => Theme;
}

/** Of an upright axis, whose texts need no more room than their height. */
export function ticksUp(axis: Axis, log: boolean, low: number, high: number, pixels: number): Tick[] {
  if (axis.categories.length > 0) return categoryTicks(low, high, axis.categories);
  return log ? logTicks(low, high, pixels, 30) : linearTicks(low, high, pixels / 40);
}

function ticksFor({ axis, side, log }: AxisStyle, low: number, high: number, pixels: number): Tick[] {
  if (side === "y" || axis.categories.length > 0) return ticksUp(axis, log, low, high, pixels);
  if (log) return logTicks(low, high, pixels, 44);
  // Across, texts need as much room as they are wide.
  let ticks: Tick[] = [];
  for (let space = 56; space < pixels; space *= 1.4) {
    ticks = linearTicks(low, high, pixels / space);
    const widest = Math.max(0, ...ticks.map(({ text }) => widthOf(text ?? "", font(tickSize))));
    if (ticks.length < 2 || ((ticks[1]!.at - ticks[0]!.at) / (high - low)) * pixels > widest + 14) break;
  }
  return ticks;
}

export function axisOptions(style: AxisStyle): uPlot.Axis {
  const { axis, side, zoom, theme } = style;
  const isAcross = side === "x";
  const label = withUnit(axis.label, axis.unit);
  const small = font(tickSize);
  let ticks: Tick[] = [];
  let slanted = false;
  // Never less than before: the plot is not to jump about while it is zoomed.
  let reserved = 0;
  const lengthOf = ({ bbox }: uPlot) => (isAcross ? bbox.width : bbox.height) / uPlot.pxRatio / zoom;

  /** Names of places across: in lines where that fits, else aslant, and not more than can be read. */
  function arrange(length: number, low: number, high: number): void {
    const room = length / (high - low);
    const linesOf = ({ text }: Tick) => wrapped(text ?? "", small, room - 8);
    slanted = ticks.some((tick) => linesOf(tick).some((line) => widthOf(line, small) > room - 8));
    const stride = Math.max(1, Math.ceil((tickSize * lineHeight) / room));
    for (const tick of ticks) {
      if (!slanted) tick.text = linesOf(tick).join("\n");
      else tick.text = tick.at % stride === 0 ? fitted(tick.text ?? "", small, longestName) : null;
    }
  }

  function size(): number {
    const texts = ticks.map(({ text }) => (text ?? "").split("\n"));
    const widest = Math.max(0, ...texts.flat().map((line) => widthOf(line, small)));
    const lines = Math.max(1, ...texts.map(({ length }) => length));
    const flat = isAcross ? lines * tickSize * lineHeight : widest;
    const needed = slanted ? widest * Math.sin((slant * Math.PI) / 180) + tickSize : flat;
    reserved = Math.max(reserved, Math.ceil(needed) + tickLength + gap);
    return reserved * zoom;
  }

  return {
    scale: side,
    side: isAcross ? 2 : 3,
    ...(label === "" ? {} : { label: (chart) => fitted(label, font(labelSize), lengthOf(chart) + 20) }),
    labelFont: font(Math.round(labelSize * zoom)),
    labelSize: (labelSize + 9) * zoom,
    labelGap: (isAcross ? 2 : 6) * zoom,
    font: font(Math.round(tickSize * zoom)),
    stroke: () => shade("ink", theme()),
    lineGap: lineHeight,
    gap: gap * zoom,
    space: 1,
    // uPlot asks for a step before it asks for places; any that it accepts will do.
    incrs: (_chart, _axis, low, high) => [Math.max(5, high - low)],
    splits: (chart, _axis, low, high) => {
      const length = lengthOf(chart);
      ticks = ticksFor(style, low, high, length);
      if (isAcross && axis.categories.length > 0) arrange(length, low, high);
      // Names are not to take all of the plot.
      else for (const tick of ticks) tick.text &&= fitted(tick.text, small, longestName);
      return ticks.map(({ at }) => at);
    },
    values: () => ticks.map(({ text }) => text),
    rotate: () => (slanted ? slant : 0),
    size,
    grid: {
      stroke: () => gridShade[theme()],
      width: zoom,
      show: axis.categories.length === 0,
      filter: (_chart, splits) => splits.map((split, index) => (ticks[index]?.text == null ? null : split)),
    },
    ticks: { stroke: () => lineShade[theme()], width: zoom, size: tickLength * zoom },
    border: { show: true, stroke: () => lineShade[theme()], width: zoom },
  };
}
