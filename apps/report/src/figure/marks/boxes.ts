// One box per row: from the first to the third quartile, with the median across and whiskers to the two outer values, which
// may be the least and the greatest or stand for less; the names of their columns say which.
// The boxes of several marks share the room at a place.
import { shade } from "../../colour/shades";
import type { Frame, Span } from "../frame";
import { spanOf, union } from "../frame";
import type { Drawing, Hit, Source } from "./drawing";
import { shown, stroke, xOf, yOf } from "./drawing";
import type { Kind } from "./kind";

const share = 0.8;
const widest = 56;

/** The least distance between two places, of all marks; 1 where there are not two. */
function spacing(all: Float64Array[]): number {
  const places = Float64Array.from(all.flatMap((xs) => [...xs]).filter(Number.isFinite)).sort();
  let least = Infinity;
  for (let i = 1; i < places.length; ++i) {
    const gap = places[i]! - places[i - 1]!;
    if (gap > 0) least = Math.min(least, gap);
  }
  return Number.isFinite(least) ? least : 1;
}

function drawings(sources: Source[]): Drawing[] {
  const places = sources.map((source) => xOf(source, source.values[0]!));
  const room = spacing(places);
  const middle = (sources.length - 1) / 2;
  return sources.map((source, index) => box(source, places[index]!, room, index - middle, sources.length));
}

function box(source: Source, xs: Float64Array, room: number, turn: number, among: number): Drawing {
  const [, ...five] = source.values;
  const [least, first, median, third, greatest] = five.map((values) => yOf(source, values)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const [low, high] = spanOf(xs);
  const slot = (frame: Frame) => Math.min(Math.abs((share * room * frame.x.scale) / among), widest * frame.unit);
  const middle = (frame: Frame, row: number) => frame.x.offset + frame.x.scale * xs[row]! + turn * slot(frame);
  const height = (frame: Frame, value: number | undefined) => {
    const pixel = frame.y.offset + frame.y.scale * (value ?? NaN);
    return Math.min(Math.max(pixel, frame.top - 100), frame.bottom + 100);
  };
  const at = (frame: Frame, row: number): Hit | null => {
    const [x, y] = [middle(frame, row), height(frame, median[row])];
    return Number.isFinite(x + y) ? { row, x, y, distance: 0 } : null;
  };
  return {
    mark: source.mark,
    colour: source.colour,
    rows: xs.length,
    x: low <= high ? ([low - room / 2, high + room / 2] as Span) : [low, high],
    y: union([least, first, median, third, greatest].map((values) => spanOf(values))),
    draw(context, frame) {
      const half = 0.42 * slot(frame);
      stroke(context, frame, { ...source, mark: { ...source.mark, dash: "solid" } }, 1.3);
      const solid = shade(source.colour, frame.theme);
      for (let row = 0; row < xs.length; ++row) {
        const x = middle(frame, row);
        const [bottom, lower, centre, upper, top] = [least, first, median, third, greatest].map((values) =>
          height(frame, values[row]),
        ) as [number, number, number, number, number];
        if (!Number.isFinite(x)) continue;
        if (Number.isFinite(lower + upper)) {
          context.fillStyle = solid;
          context.globalAlpha = 0.22;
          context.fillRect(x - half, upper, 2 * half, lower - upper);
          context.globalAlpha = 1;
          context.strokeRect(x - half, upper, 2 * half, lower - upper);
        }
        context.beginPath();
        for (const [from, to] of [
          [lower, bottom],
          [upper, top],
        ] as const) {
          if (!Number.isFinite(from + to)) continue;
          context.moveTo(x, from);
          context.lineTo(x, to);
          context.moveTo(x - half / 2, to);
          context.lineTo(x + half / 2, to);
        }
        context.stroke();
        if (Number.isFinite(centre)) {
          context.lineWidth = 2.6 * frame.unit;
          context.lineCap = "butt";
          context.beginPath();
          context.moveTo(x - half, centre);
          context.lineTo(x + half, centre);
          context.stroke();
          context.lineWidth = 1.3 * frame.unit;
        }
      }
    },
    nearest(frame, px, py, within) {
      let best: Hit | null = null;
      for (let row = 0; row < xs.length; ++row) {
        const found = at(frame, row);
        if (!found) continue;
        // Anywhere on the box or its whiskers counts as on it.
        const beside = Math.max(0, Math.abs(px - found.x) - slot(frame) / 2);
        const above = Math.max(0, height(frame, greatest[row]) - py, py - height(frame, least[row]));
        found.distance = Math.hypot(beside, above || 0);
        if (found.distance < (best?.distance ?? within)) best = found;
      }
      return best;
    },
    at,
    read: (row) => [
      [source.x.label, shown(source.x, source.values[0]![row]!)],
      // From the top down.
      ...[5, 4, 3, 2, 1].map((place): [string, string] => [
        source.mark.columns[place]!,
        shown(source.y, source.values[place]![row]!),
      ]),
    ],
  };
}

export const boxes: Kind = { drawings, sample: ["box"], isArea: true, isGround: false };
