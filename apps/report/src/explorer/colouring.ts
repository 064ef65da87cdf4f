// The colours of rows: by their place on one of the axes, or all alike.
import type { Rgb } from "../colour/map";
import { lineColour } from "../colour/map";
import type { Theme } from "../colour/shades";
import { shade } from "../colour/shades";
import { ticksUp } from "../figure/axes";
import type { ColourSpan } from "../figure/colour_bar";
import { withUnit } from "../text/numbers";
import type { Dimension } from "./dimension";

/** So many colours are told apart. */
const steps = 48;

export function rgb(hex: string): Rgb {
  const part = (at: number) => parseInt(hex.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

export interface Colouring {
  /** The colours, by level. */
  palette(theme: Theme): Rgb[];
  /** The level of each row. */
  levels: Uint8Array;
  /** What they stand for. */
  bar: ColourSpan | null;
}

export function colouring(dimension: Dimension | null, rows: number): Colouring {
  if (!dimension) {
    return { palette: (theme) => [rgb(shade("blue", theme))], levels: new Uint8Array(rows), bar: null };
  }
  const { axis, span, shares } = dimension;
  return {
    // The first for rows that have no place on the axis.
    palette: (theme) => [
      rgb(shade("grey", theme)),
      ...Array.from({ length: steps }, (_, step) => lineColour(step / (steps - 1), theme)),
    ],
    levels: Uint8Array.from(shares, (share) =>
      Number.isNaN(share) ? 0 : 1 + Math.round(share * (steps - 1)),
    ),
    bar: {
      span,
      name: withUnit(axis.label, axis.unit),
      ticks: (pixels) => ticksUp(axis, axis.log, ...span, pixels),
      colour: lineColour,
    },
  };
}
