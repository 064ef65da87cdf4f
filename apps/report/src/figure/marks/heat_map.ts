// One cell per row, coloured by its value; centres on a regular grid.
import { viridis } from "../../colour/map";
import type { Frame, Span } from "../frame";
import { nothing, spanOf, union } from "../frame";
import { short, withUnit } from "../../text/numbers";
import type { Drawing, Hit, Source } from "./drawing";
import { shown, xOf, yOf } from "./drawing";
import type { Kind } from "./kind";

/** Colours run over one span, that of all heat maps in the panel. */
function drawings(sources: Source[]): Drawing[] {
  const span = union(sources.map(({ values }) => spanOf(values[2]!)));
  return sources.map((source) => drawing(source, span));
}

interface Grid {
  first: number;
  step: number;
  cells: number;
}

/** The grid these centres stand on; places that differ by rounding only count as one. */
function gridOf(centres: Float64Array): Grid | null {
  const sorted = centres.filter(Number.isFinite).sort();
  if (sorted.length === 0) return null;
  const [low, high] = [sorted[0]!, sorted[sorted.length - 1]!];
  let cells = 1;
  for (let i = 1; i < sorted.length; ++i) if (sorted[i]! - sorted[i - 1]! > 1e-6 * (high - low)) ++cells;
  return { first: low, step: cells > 1 ? (high - low) / (cells - 1) : NaN, cells };
}

function drawing(source: Source, [low, high]: Span): Drawing {
  const [x, y, values] = source.values as [Float64Array, Float64Array, Float64Array];
  const [xs, ys] = [xOf(source, x), yOf(source, y)];
  const [across, up] = [gridOf(xs), gridOf(ys)];
  // One line of cells is as wide as its neighbours along it are apart.
  if (across && up) {
    if (!(across.step > 0)) across.step = up.step > 0 ? up.step : 1;
    if (!(up.step > 0)) up.step = across.step;
  }
  const whole = (grid: Grid | null): Span =>
    grid ? [grid.first - grid.step / 2, grid.first + (grid.cells - 0.5) * grid.step] : nothing;
  const [xSpan, ySpan] = [whole(across), whole(up)];
  const [name, unit] = [source.mark.columns[2]!, source.units[2]!];

  function cell(grid: Grid, centre: number): number {
    return Math.round((centre - grid.first) / grid.step);
  }

  const image = document.createElement("canvas");
  if (across && up) {
    image.width = across.cells;
    image.height = up.cells;
    const context = image.getContext("2d")!;
    const pixels = context.createImageData(across.cells, up.cells);
    for (let row = 0; row < xs.length; ++row) {
      const value = values[row]!;
      if (!Number.isFinite(value + xs[row]! + ys[row]!)) continue;
      // Rows of an image run downwards.
      const place = 4 * ((up.cells - 1 - cell(up, ys[row]!)) * across.cells + cell(across, xs[row]!));
      pixels.data.set(viridis(high > low ? (value - low) / (high - low) : 0.5), place);
      pixels.data[place + 3] = 255;
    }
    context.putImageData(pixels, 0, 0);
  }

  const at = (frame: Frame, row: number): Hit | null => {
    const px = frame.x.offset + frame.x.scale * (xs[row] ?? NaN);
    const py = frame.y.offset + frame.y.scale * (ys[row] ?? NaN);
    return Number.isFinite(px + py) ? { row, x: px, y: py, distance: 0 } : null;
  };

  return {
    mark: source.mark,
    colour: source.colour,
    rows: xs.length,
    x: xSpan,
    y: ySpan,
    colours: low <= high ? { span: [low, high], name: withUnit(name, unit) } : null,
    draw(context, frame) {
      if (!across || !up) return;
      const left = frame.x.offset + frame.x.scale * xSpan[0];
      const top = frame.y.offset + frame.y.scale * ySpan[1];
      context.imageSmoothingEnabled = false;
      context.drawImage(
        image,
        left,
        top,
        frame.x.scale * (xSpan[1] - xSpan[0]),
        frame.y.scale * (ySpan[0] - ySpan[1]),
      );
    },
    nearest(frame, px, py, within) {
      if (!across || !up) return null;
      const column = cell(across, (px - frame.x.offset) / frame.x.scale);
      const line = cell(up, (py - frame.y.offset) / frame.y.scale);
      for (let row = 0; row < xs.length; ++row) {
        if (cell(across, xs[row]!) !== column || cell(up, ys[row]!) !== line) continue;
        // Points drawn on the map, being small, come before the cell under them.
        const found = at(frame, row);
        return found && { ...found, distance: within / 2 };
      }
      return null;
    },
    at,
    read: (row) => [
      [source.x.label, shown(source.x, x[row]!)],
      [source.y.label, shown(source.y, y[row]!)],
      [name, `${short(values[row]!, 6)}${unit === "1" ? "" : ` ${unit}`}`],
    ],
  };
}

export const heatMap: Kind = { drawings, sample: ["cell"], isArea: true, isGround: true };
