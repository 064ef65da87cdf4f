// The axes of parallel coordinates with their names, numbers and brushes, and the line of the row that is pointed at.
import { lineColour } from "../colour/map";
import type { Theme } from "../colour/shades";
import { paper, shade } from "../colour/shades";
import { ticksUp } from "../figure/axes";
import type { Context } from "../figure/frame";
import { fitted, font, tickSize, widthOf } from "../text/measure";
import type { Dimension } from "./dimension";
import { shortAt } from "./dimension";
import type { Exploration } from "./exploration";
import type { Layout } from "./layout";
import { heightAt, titleFont, titleLine, yOf } from "./layout";

const tickLength = 4;
/** Clear of the brush. */
const textGap = 10;
const brushWidth = 15;
const stripWidth = 5;
const stripSteps = 40;

/** Text that can be read on lines. */
function write(context: Context, theme: Theme, text: string, x: number, y: number): void {
  context.strokeStyle = `${paper[theme]}d8`;
  context.lineWidth = 3;
  context.lineJoin = "round";
  context.strokeText(text, x, y);
  context.fillText(text, x, y);
}

function drawTitle(context: Context, { width, top }: Layout, lines: string[], x: number): void {
  context.font = titleFont;
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  lines.forEach((line, index) => {
    const half = widthOf(line, titleFont) / 2 + 1;
    const middle = Math.max(half, Math.min(x, width - half));
    context.fillText(line, middle, top - 12 - (lines.length - 1 - index) * titleLine);
  });
}

function drawScale(context: Context, layout: Layout, dimension: Dimension, x: number, theme: Theme): void {
  const { top, bottom, spacing } = layout;
  const { axis, span } = dimension;
  context.strokeStyle = shade("ink", theme);
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(x, top);
  context.lineTo(x, bottom);
  const ticks = ticksUp(axis, axis.log, ...span, bottom - top);
  for (const { at } of ticks) {
    context.moveTo(x - tickLength, yOf(layout, dimension, at));
    context.lineTo(x, yOf(layout, dimension, at));
  }
  context.stroke();
  context.font = font(tickSize);
  context.textAlign = "right";
  context.textBaseline = "middle";
  for (const { at, text } of ticks) {
    if (text === null) continue;
    const short = fitted(text, font(tickSize), spacing - 24);
    write(context, theme, short, x - textGap, yOf(layout, dimension, at));
  }
}

/** On the axis that colours the rows: which colour stands where. */
function drawStrip(context: Context, { top, bottom }: Layout, x: number, theme: Theme): void {
  const step = (bottom - top) / stripSteps;
  for (let i = 0; i < stripSteps; ++i) {
    context.fillStyle = `rgb(${lineColour(i / (stripSteps - 1), theme).join(", ")})`;
    context.fillRect(x, bottom - (i + 1) * step, stripWidth, step + (i > 0 ? 0.5 : 0));
  }
}

function drawMissing(context: Context, layout: Layout, dimension: Dimension, isBrushed: boolean, x: number, theme: Theme): void {
  const y = layout.missing;
  context.fillStyle = shade(isBrushed ? "blue" : "ink", theme);
  context.beginPath();
  context.arc(x, y, isBrushed ? 5 : 3, 0, 2 * Math.PI);
  context.fill();
  context.font = font(tickSize, isBrushed ? 600 : 400);
  context.textAlign = "center";
  context.textBaseline = "top";
  write(context, theme, fitted(dimension.missing, font(tickSize), layout.spacing - 8), x, y + 7);
}

function drawBrush(context: Context, layout: Layout, dimension: Dimension, [low, high]: [number, number], x: number, theme: Theme): void {
  const [foot, head] = [yOf(layout, dimension, low), yOf(layout, dimension, high)];
  const height = Math.max(foot - head, 1);
  const colour = shade("blue", theme);
  context.fillStyle = colour;
  context.globalAlpha = 0.28;
  context.fillRect(x - brushWidth / 2, head, brushWidth, height);
  context.globalAlpha = 1;
  context.strokeStyle = colour;
  context.lineWidth = 1.5;
  context.strokeRect(x - brushWidth / 2, head, brushWidth, height);
  if (dimension.axis.categories.length > 0) return;
  context.fillStyle = colour;
  context.font = font(tickSize, 600);
  context.textBaseline = "middle";
  const label = (end: number, y: number) => {
    if (!Number.isFinite(end)) return;
    const text = shortAt(dimension, end);
    const away = brushWidth / 2 + 3;
    // To the right of the axis, unless the picture ends there.
    const isLast = x + away + widthOf(text, font(tickSize, 600)) > layout.width;
    context.textAlign = isLast ? "right" : "left";
    write(context, theme, text, isLast ? x - away : x + away, y);
  };
  label(high, Math.max(head - 7, layout.top + 7));
  label(low, Math.min(foot + 8, layout.bottom - 7));
}

function drawRow(context: Context, layout: Layout, { order, dimensions }: Exploration, row: number, theme: Theme): void {
  const trace = (colour: string, width: number) => {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.lineJoin = "round";
    context.beginPath();
    order.forEach((place, index) => {
      const y = heightAt(layout, dimensions[place]!.shares[row]!);
      if (index === 0) context.moveTo(layout.xs[index]!, y);
      else context.lineTo(layout.xs[index]!, y);
    });
    context.stroke();
  };
  trace(paper[theme], 5);
  trace(shade("ink", theme), 2.2);
}

export function drawAxes(context: Context, layout: Layout, exploration: Exploration, theme: Theme): void {
  const { order, dimensions, choice, colourBy, row } = exploration;
  context.setLineDash([]);
  if (row !== null) drawRow(context, layout, exploration, row, theme);
  order.forEach((place, index) => {
    const dimension = dimensions[place]!;
    const x = layout.xs[index]!;
    const brush = choice.brushes[place]!;
    if (place === colourBy) drawStrip(context, layout, x, theme);
    context.fillStyle = shade("ink", theme);
    drawTitle(context, layout, layout.titles[index]!, x);
    drawScale(context, layout, dimension, x, theme);
    if (dimension.missing !== "") drawMissing(context, layout, dimension, brush === "missing", x, theme);
    if (brush !== null && brush !== "missing") drawBrush(context, layout, dimension, brush, x, theme);
  });
}
