// Where the axes stand, in pixels of the page, and what is at a place.
import { font, labelSize, widthOf } from "../text/measure";
import { withUnit } from "../text/numbers";
import type { Brush } from "./choice";
import type { Dimension } from "./dimension";

export const titleFont = font(labelSize, 600);
export const titleLine = 17;
const mostLines = 3;
const margin = { left: 52, right: 34, title: 10, foot: 12, missing: 40 };
/** Narrower, numbers would meet. */
const leastSpacing = 78;
const reach = 14;
const endReach = 6;

export interface Layout {
  width: number;
  height: number;
  /** Between these the axes stand. */
  top: number;
  bottom: number;
  /** Where lines of rows pass that have no place on an axis. */
  missing: number;
  spacing: number;
  /** From left to right, as everything here. */
  xs: number[];
  titles: string[][];
}

/** The text in few lines. Where they are not enough its end is kept, which says most in bodies.plate.mass. */
function titleLines(text: string, width: number): string[] {
  const parts = text.match(/[^\s._]*[\s._]*/g)!.filter(Boolean);
  const lines: string[] = [];
  for (const part of parts) {
    const longer = (lines[lines.length - 1] ?? "") + part;
    if (lines.length > 0 && widthOf(longer.trimEnd(), titleFont) <= width) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  const kept = lines.length > mostLines ? [`…${lines[lines.length - mostLines]}`, ...lines.slice(1 - mostLines)] : lines;
  return kept.map((line) => line.trimEnd());
}

export function leastWidth(count: number): number {
  return margin.left + margin.right + (count - 1) * leastSpacing;
}

export function layoutOf(dimensions: Dimension[], width: number, height: number): Layout {
  const spacing = (width - margin.left - margin.right) / Math.max(1, dimensions.length - 1);
  const titles = dimensions.map(({ axis, name }, place) => {
    // The first and the last stay within the picture, and clear of their neighbours.
    const edge = place === 0 ? margin.left : place === dimensions.length - 1 ? margin.right : Infinity;
    return titleLines(withUnit(axis.label || name, axis.unit), Math.min(spacing - 14, spacing / 2 + edge - 8));
  });
  const lines = Math.max(...titles.map(({ length }) => length));
  const bottom = height - (dimensions.some(({ missing }) => missing !== "") ? margin.missing : margin.foot);
  return {
    width,
    height,
    top: lines * titleLine + margin.title,
    bottom,
    missing: bottom + 18,
    spacing,
    xs: dimensions.map((_, place) => Math.round(margin.left + place * spacing)),
    titles,
  };
}

/** Where a row stands at a share of the way up an axis. */
export function heightAt({ top, bottom, missing }: Layout, share: number): number {
  return Number.isNaN(share) ? missing : bottom - share * (bottom - top);
}

/** At the ends of an axis without bounds: what lies beyond an end stands at it. */
export function coordinateAt({ top, bottom }: Layout, { span: [low, high] }: Dimension, y: number): number {
  const share = (bottom - y) / (bottom - top);
  return share <= 0 ? -Infinity : share >= 1 ? Infinity : low + share * (high - low);
}

export function yOf(layout: Layout, { span: [low, high] }: Dimension, coordinate: number): number {
  const { top, bottom } = layout;
  return Math.min(Math.max(heightAt(layout, (coordinate - low) / (high - low)), top), bottom);
}

/** What is at a place of the picture: an axis by its place from the left, and which part of it. */
export interface Spot {
  place: number;
  part: "title" | "axis" | "brush" | "low" | "high" | "missing";
}

export function spotAt(
  layout: Layout,
  dimensions: Dimension[],
  brushes: (Brush | null)[],
  x: number,
  y: number,
): Spot | null {
  const { xs, top, bottom, missing, spacing } = layout;
  const distances = xs.map((at) => Math.abs(at - x));
  const place = distances.indexOf(Math.min(...distances));
  if (y < top - 4) return distances[place]! < spacing / 2 ? { place, part: "title" } : null;
  if (distances[place]! > Math.min(reach, spacing / 3)) return null;
  const dimension = dimensions[place]!;
  if (y > (bottom + missing) / 2) return dimension.missing === "" ? null : { place, part: "missing" };
  const brush = brushes[place]!;
  if (brush === null || brush === "missing") return { place, part: "axis" };
  const [low, high] = brush.map((end) => yOf(layout, dimension, end)) as [number, number];
  // The nearer of two ends that lie close together; below the brush the lower one.
  const toLow = Math.abs(y - low);
  const toHigh = Math.abs(y - high);
  if (Math.min(toLow, toHigh) <= endReach) return { place, part: toLow < toHigh || (toLow === toHigh && y >= low) ? "low" : "high" };
  return { place, part: y < low && y > high ? "brush" : "axis" };
}
