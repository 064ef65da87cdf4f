// A legend drawn into a picture.
import { shade } from "../colour/shades";
import type { Context } from "../figure/frame";
import type { Entry } from "../figure/legend";
import type { Drawing } from "../figure/marks/drawing";
import { stroke } from "../figure/marks/drawing";
import type { SamplePart } from "../figure/marks/kind";
import { kinds } from "../figure/marks/kinds";
import { fitted, font, tickSize, widthOf } from "../text/measure";

const textFont = font(tickSize);
const sampleWidth = 22;
const gap = 6;
const space = 16;
export const legendLine = 20;

/** The width of an entry's samples, side by side. */
function samplesWidth({ samples }: Entry): number {
  return samples.length * (sampleWidth + gap);
}

function entryWidth(entry: Entry, width: number): number {
  return Math.min(width, samplesWidth(entry) + widthOf(entry.label, textFont) + space);
}

/** Which entries stand in which row, for rows of this width. */
export function legendRows(entries: Entry[], width: number): Entry[][] {
  const rows: Entry[][] = [];
  let left = 0;
  for (const entry of entries) {
    const needed = entryWidth(entry, width);
    if (rows.length === 0 || left < needed - space) {
      rows.push([]);
      left = width;
    }
    rows[rows.length - 1]!.push(entry);
    left -= needed;
  }
  return rows;
}

/** The parts of samples, from their left end; they fill in the colour of the context. */
const parts: Record<SamplePart, (context: Context, drawing: Drawing, x: number, y: number) => void> = {
  stroke(context, drawing, x, y) {
    stroke(context, { unit: 1, theme: "light" }, drawing, 1.8);
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + sampleWidth, y);
    context.stroke();
  },
  disc(context, _drawing, x, y) {
    context.beginPath();
    context.arc(x + sampleWidth / 2, y, 3, 0, 2 * Math.PI);
    context.fill();
  },
  box(context, _drawing, x, y) {
    context.fillRect(x + 5, y - 5, 12, 10);
  },
  cell(context, _drawing, x, y) {
    context.strokeStyle = context.fillStyle;
    context.strokeRect(x + 6, y - 5, 10, 10);
  },
};

function drawSample(context: Context, drawing: Drawing, x: number, y: number): void {
  context.fillStyle = shade(drawing.colour, "light");
  for (const part of kinds[drawing.mark.kind].sample) parts[part](context, drawing, x, y);
}

export function drawLegend(
  context: Context,
  drawings: Drawing[],
  rows: Entry[][],
  x: number,
  y: number,
  width: number,
): void {
  rows.forEach((row, line) => {
    let left = x;
    const middle = y + (line + 0.5) * legendLine;
    for (const entry of row) {
      entry.samples.forEach((alike, index) => {
        for (const place of alike) {
          context.save();
          drawSample(context, drawings[place]!, left + index * (sampleWidth + gap), middle);
          context.restore();
        }
      });
      left += samplesWidth(entry);
      context.font = textFont;
      context.textAlign = "left";
      context.textBaseline = "middle";
      context.fillStyle = shade("ink", "light");
      const text = fitted(entry.label, textFont, width - samplesWidth(entry));
      context.fillText(text, left, middle);
      left += widthOf(text, textFont) + space;
    }
  });
}
