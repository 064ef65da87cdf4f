// The box of a scene: its three far walls with a grid behind everything, and text along three of its edges.
import type { Theme } from "../colour/shades";
import type { Axis } from "../document";
import { withUnit } from "../text/numbers";
import { fitted, font, labelSize, tickSize } from "../text/measure";
import type { Eye, Size } from "./eye";
import type { Frame } from "./frame";
import type { Vector } from "./motion";
import { ticks, type Tick } from "./ticks";

export const inks: Record<Theme, { text: string; faint: string; edge: string; grid: string; wall: string }> = {
  light: { text: "#1d1d1f", faint: "#5f6368", edge: "#a9adb3", grid: "#dfe1e5", wall: "#f7f8fa" },
  dark: { text: "#ececec", faint: "#a4a8ae", edge: "#5d6167", grid: "#34373c", wall: "#1d1f23" },
};

/** [px] between ticks, about. */
const spacing = 56;
/** [px] that text keeps from the sides of the picture. */
const margin = 3;

type Context = CanvasRenderingContext2D;
type Place = [number, number];

interface Box {
  centre: Place;
  size: Place;
}

/** An edge of the box with text along it. */
interface Edge {
  centre: Place;
  /** Away from the box, across the edge. */
  out: Place;
  top: Place;
  bottom: Place;
  /** How far out the numbers near the middle reach. */
  depth: number;
  isUpright: boolean;
}

export class Axes {
  constructor(
    private readonly axes: [Axis, Axis, Axis],
    private readonly frame: Frame,
  ) {}

  /** What lies behind the shapes. */
  drawWalls(context: Context, eye: Eye, theme: Theme): void {
    const { half } = this.frame;
    const { far, marks } = this.layout(eye);
    const stroke = (from: Vector, to: Vector): void => {
      context.moveTo(...eye.project(...from));
      context.lineTo(...eye.project(...to));
    };
    for (let wall = 0; wall < 3; ++wall) {
      const [first, second] = [(wall + 1) % 3, (wall + 2) % 3];
      const at = (a: number, b: number): Vector => {
        const place: Vector = [0, 0, 0];
        place[wall] = far[wall]!;
        place[first] = a;
        place[second] = b;
        return place;
      };
      const [a, b] = [half[first]!, half[second]!];
      const outline = [at(-a, -b), at(a, -b), at(a, b), at(-a, b)].map((corner) => eye.project(...corner));
      context.beginPath();
      for (const corner of outline) context.lineTo(...corner);
      context.closePath();
      context.fillStyle = inks[theme].wall;
      context.fill();
      context.beginPath();
      const lines = (part: number): number[] => marks[part]!.map(({ value }) => this.drawn(part, value));
      for (const line of lines(first)) stroke(at(line, -b), at(line, b));
      for (const line of lines(second)) stroke(at(-a, line), at(a, line));
      context.lineWidth = 1;
      context.strokeStyle = inks[theme].grid;
      context.stroke();
      context.beginPath();
      for (const corner of outline) context.lineTo(...corner);
      context.closePath();
      context.strokeStyle = inks[theme].edge;
      context.stroke();
    }
  }

  /** Ticks, their numbers and the names of the axes, outside the box. */
  drawText(context: Context, eye: Eye, theme: Theme): void {
    const { far, marks } = this.layout(eye);
    const { half } = this.frame;
    const middle = eye.project(0, 0, 0);
    const near = far.map((value) => -value) as Vector;
    // Upright, one of two edges of the outline: the left one.
    const upright = ([[near[0], far[1]], [far[0], near[1]]] as [number, number][]).sort(
      (a, b) => eye.project(...a, 0)[0] - eye.project(...b, 0)[0],
    )[0]!;
    const edges: Vector[] = [[0, near[1], far[2]], [near[0], 0, far[2]], [...upright, 0]];
    const taken: Box[] = [];
    const names: [string, Edge][] = [];
    edges.forEach((edge, part) => {
      const at = (value: number): Place => {
        const place = [...edge] as Vector;
        place[part] = value;
        return eye.project(...place);
      };
      const [from, to] = [at(-half[part]!), at(half[part]!)];
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
      if (!(length > 14)) return;
      const centre: Place = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
      let out: Place = [(to[1] - from[1]) / length, (from[0] - to[0]) / length];
      if (out[0] * (centre[0] - middle[0]) + out[1] * (centre[1] - middle[1]) < 0) out = [-out[0], -out[1]];
      const places = marks[part]!.map(({ value, text }) => ({ place: at(this.drawn(part, value)), text }));
      const depth = drawTicks(context, theme, places, centre, out, eye.size, taken);
      const [top, bottom] = from[1] < to[1] ? [from, to] : [to, from];
      const { label, unit } = this.axes[part]!;
      names.push([withUnit(label, unit), { centre, out, top, bottom, depth, isUpright: part === 2 }]);
    });
    for (const [name, edge] of names) drawName(context, theme, name, edge, eye.size, taken);
  }

  private drawn(part: number, value: number): number {
    return (value - this.frame.centre[part]!) * this.frame.scale[part]!;
  }

  /** The far sides of the box, and the ticks of each axis. */
  private layout(eye: Eye): { far: Vector; marks: Tick[][] } {
    const { half, scale, centre } = this.frame;
    const towards = eye.back.toArray();
    // From the side, the floor rather than the ceiling.
    const far = half.map((value, part) => (towards[part]! > -1e-9 ? -value : value)) as Vector;
    const marks = this.axes.map((axis, part) => {
      const reach = half[part]! / scale[part]!;
      const length = (2 * half[part]!) / eye.pixel;
      const steps = Math.min(Math.max(length / spacing, 1), 12);
      return ticks(axis, centre[part]! - reach, centre[part]! + reach, steps, length > spacing);
    });
    return { far, marks };
  }
}

/** Draws ticks and, where they do not run into others, their numbers; gives how far out those near the middle reach. */
function drawTicks(
  context: Context,
  theme: Theme,
  ticks: { place: Place; text: string }[],
  middle: Place,
  out: Place,
  size: Size,
  taken: Box[],
): number {
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.font = font(tickSize);
  context.lineWidth = 1;
  context.strokeStyle = inks[theme].edge;
  context.fillStyle = inks[theme].faint;
  let depth = 4;
  for (const { place: [x, y], text } of ticks) {
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + 4 * out[0], y + 4 * out[1]);
    context.stroke();
    const extent: Place = [context.measureText(text).width, 12];
    const away = 8 + reach(extent, out);
    const box = within({ centre: [x + away * out[0], y + away * out[1]], size: extent }, size);
    if (taken.some((other) => overlap(box, other))) continue;
    taken.push(box);
    context.fillText(text, ...box.centre);
    const isNear = Math.hypot(x - middle[0], y - middle[1]) < 1.5 * spacing;
    if (isNear) depth = Math.max(depth, away + reach(extent, out));
  }
  return depth;
}

/** The name of an axis: over an upright one; beyond the numbers at the middle of others, at an end for lack of room. */
function drawName(context: Context, theme: Theme, name: string, edge: Edge, size: Size, taken: Box[]): void {
  context.font = font(labelSize);
  context.fillStyle = inks[theme].text;
  const text = fitted(name, font(labelSize), size.width - 2 * margin);
  const extent: Place = [context.measureText(text).width, 14];
  const { centre, out, top, bottom, isUpright } = edge;
  const at = (x: number, y: number): Box => within({ centre: [x, y], size: extent }, size);
  const over = at(isUpright ? top[0] + 10 - extent[0] / 2 : top[0], top[1] - 16);
  const beside: Box = { centre, size: extent };
  let away = edge.depth + 5 + reach(extent, out);
  do {
    beside.centre = [centre[0] + away * out[0], centre[1] + away * out[1]];
    away += 2;
  } while (taken.some((other) => overlap(beside, other)) && away < size.width);
  const wanted = isUpright ? [over] : [beside, over, at(bottom[0], bottom[1] + 16)];
  const fits = (box: Box): boolean => within(box, size) === box && !taken.some((other) => overlap(box, other));
  const box = within(wanted.find(fits) ?? wanted[0]!, size);
  taken.push(box);
  context.fillText(text, ...box.centre);
}

/** Half a box, seen along a direction: so far away from an edge, text does not touch it. */
function reach([width, height]: Place, out: Place): number {
  return (Math.abs(out[0]) * width + Math.abs(out[1]) * height) / 2;
}

/** A box that the ends of the picture cut, moved until all of it can be seen; others as they are. */
function within(box: Box, { width, height, head }: Size): Box {
  const ends: [number, number][] = [[margin, width - margin], [head, height]];
  const moved = box.centre.map((at, part) => {
    const [from, to] = ends[part]!;
    const half = box.size[part]! / 2;
    return at + half < from || at - half > to ? at : Math.max(from + half, Math.min(to - half, at));
  }) as Place;
  return moved.every((at, part) => at === box.centre[part]) ? box : { ...box, centre: moved };
}

function overlap(a: Box, b: Box): boolean {
  return [0, 1].every((part) => {
    return Math.abs(a.centre[part]! - b.centre[part]!) < (a.size[part]! + b.size[part]!) / 2 + (part === 0 ? 6 : 1);
  });
}
