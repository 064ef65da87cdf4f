// The bar beside a plot of many colours: which colour stands for which value.
import type { Rgb } from "../colour/map";
import { viridis } from "../colour/map";
import type { Theme } from "../colour/shades";
import { shade } from "../colour/shades";
import type { Context, Frame, Span } from "./frame";
import { short } from "../text/numbers";
import { fitted, font, labelSize, tickSize, widthOf } from "../text/measure";
import type { Tick } from "./ticks";
import { linearTicks } from "./ticks";

export interface ColourSpan {
  span: Span;
  name: string;
  /** Where they are not the round numbers of the span. */
  ticks?: (pixels: number) => Tick[];
  /** At a share of the way up, where it is not that of a map. */
  colour?: (share: number, theme: Theme) => Rgb;
}

const gap = 14;
const width = 12;
const tickLength = 3;
const textGap = 4;
const steps = 64;
const longestName = 90;

function ticksFor({ span: [low, high], ticks }: ColourSpan, pixels: number): Tick[] {
  if (ticks) return ticks(pixels).map(({ at, text }) => ({ at, text: text && fitted(text, font(tickSize), longestName) }));
  return high > low ? linearTicks(low, high, pixels / 40) : [{ at: low, text: short(low) }];
}

function widest(ticks: Tick[]): number {
  return Math.max(0, ...ticks.map(({ text }) => widthOf(text ?? "", font(tickSize))));
}

/** The width it takes beside the plot, in pixels of the page. */
export function barRoom(colours: ColourSpan): number {
  return gap + width + tickLength + textGap + widest(ticksFor(colours, 300)) + labelSize + 14;
}

export function drawBar(context: Context, frame: Frame, colours: ColourSpan): void {
  const { span, name, colour = viridis } = colours;
  const { unit, top, bottom } = frame;
  const [low, high] = span;
  const left = frame.right + gap * unit;
  const right = left + width * unit;
  const step = (bottom - top) / steps;
  for (let i = 0; i < steps; ++i) {
    context.fillStyle = `rgb(${colour(high > low ? i / (steps - 1) : 0.5, frame.theme).join(", ")})`;
    // Overlapping by a hair, so that no seams show.
    context.fillRect(left, bottom - (i + 1) * step, right - left, step + (i > 0 ? 0.5 : 0));
  }
  context.fillStyle = context.strokeStyle = shade("ink", frame.theme);
  context.font = font(tickSize * unit);
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.lineWidth = unit;
  context.setLineDash([]);
  const ticks = ticksFor(colours, (bottom - top) / unit);
  context.beginPath();
  for (const { at, text } of ticks) {
    const y = high > low ? bottom - ((at - low) / (high - low)) * (bottom - top) : (top + bottom) / 2;
    context.moveTo(right, y);
    context.lineTo(right + tickLength * unit, y);
    context.fillText(text ?? "", right + (tickLength + textGap) * unit, y);
  }
  context.stroke();
  context.font = font(labelSize * unit);
  context.textAlign = "center";
  context.textBaseline = "top";
  context.translate(right + (tickLength + textGap + 6 + widest(ticks)) * unit, (top + bottom) / 2);
  context.rotate(-Math.PI / 2);
  context.fillText(fitted(name, font(labelSize * unit), bottom - top), 0, 0);
}
