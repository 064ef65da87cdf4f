// A scatter of two dimensions: chosen rows in their colours, above all others in grey.
import type { Theme } from "../colour/shades";
import type { Mark, Panel } from "../document";
import type { Context, Frame } from "../figure/frame";
import { spanOf } from "../figure/frame";
import type { Drawing } from "../figure/marks/drawing";
import { hit } from "../figure/marks/drawing";
import { nearestPoint } from "../figure/marks/nearest";
import { dots } from "../figure/marks/points";
import type { Exploration } from "./exploration";

/** Two dimensions, by their places in the explorer. */
export interface Pair {
  x: number;
  y: number;
}

/** At first what colours the rows, usually a result, over the first column. */
export function firstPair({ dimensions, colourBy }: Exploration): Pair {
  const last = dimensions.length - 1;
  const y = colourBy ?? last;
  return { x: y === 0 ? last : 0, y };
}

const grey: Record<Theme, string> = { light: "#d3d6da", dark: "#43464b" };

/** What stands for the rows where marks are wanted. */
function markOf({ explorer }: Exploration, { x, y }: Pair): Mark {
  const columns = [explorer.columns[x]!, explorer.columns[y]!];
  return { kind: "points", series: explorer.series, columns, label: "", colour: "ink", dash: "solid", only: null };
}

export function scatterPanel(exploration: Exploration, pair: Pair): Panel {
  const [x, y] = [exploration.dimensions[pair.x]!.axis, exploration.dimensions[pair.y]!.axis];
  return { title: "", x, y, marks: [markOf(exploration, pair)], equal_axes: false, labels: [] };
}

/** How many rows have a place on both axes. */
export function placed({ dimensions }: Exploration, { x, y }: Pair): number {
  const [xs, ys] = [dimensions[x]!.coordinates, dimensions[y]!.coordinates];
  return xs.reduce((sum, at, row) => sum + Number(!Number.isNaN(at + ys[row]!)), 0);
}

export function scatterDrawing(exploration: Exploration, pair: Pair): Drawing {
  const { dimensions, choice, colouring } = exploration;
  const [xs, ys] = [dimensions[pair.x]!.coordinates, dimensions[pair.y]!.coordinates];
  const chosenXs = () => xs.map((at, row) => (choice.chosen[row] ? at : NaN));

  function draw(context: Context, frame: Frame): void {
    const palette = colouring.palette(frame.theme);
    // Of each level its rows, after those that are not chosen.
    const groups = Array.from({ length: palette.length + 1 }, (): number[] => []);
    for (let row = 0; row < xs.length; ++row) groups[choice.chosen[row] ? 1 + colouring.levels[row]! : 0]!.push(row);
    groups.forEach((rows, group) => {
      if (rows.length === 0) return;
      const part = (values: Float64Array) => Float64Array.from(rows, (row) => values[row]!);
      context.fillStyle = group === 0 ? grey[frame.theme] : `rgb(${palette[group - 1]!.join(", ")})`;
      dots(context, part(xs), part(ys), frame, group === 0 ? 2 : 2.6);
    });
  }

  return {
    mark: markOf(exploration, pair),
    colour: "ink",
    rows: xs.length,
    x: spanOf(xs),
    y: spanOf(ys),
    colours: colouring.bar,
    draw,
    // What is chosen is drawn above the others.
    nearest: (frame, px, py, within) =>
      nearestPoint(chosenXs(), ys, false, frame, px, py, Math.min(within, 10 * frame.unit)) ??
      nearestPoint(xs, ys, false, frame, px, py, within),
    at: (frame, row) => hit(frame, row, xs[row], ys[row]),
    read: (row) => exploration.read(row),
  };
}
