// The box around everything a scene shows, and the way from columns to the drawing: a box around the origin that
// reaches at most from −1 to 1, so that numbers of any size are drawn with the same care.
import type { Axis, Scene } from "../document";
import { atRest, moved, type Track, type Vector } from "./motion";
import type { ShapeRows } from "./rows";

/** How many placed points are looked at for the limits of one moving shape. */
const budget = 3e6;
/** The least part of the longest side that a side has, where proportions are true. */
const thinnest = 0.04;

export class Limits {
  readonly low: Vector = [Infinity, Infinity, Infinity];
  readonly high: Vector = [-Infinity, -Infinity, -Infinity];

  add(point: ArrayLike<number>, from = 0): void {
    for (let part = 0; part < 3; ++part) {
      const value = point[from + part]!;
      if (value < this.low[part]!) this.low[part] = value;
      if (value > this.high[part]!) this.high[part] = value;
    }
  }

  addShape({ places, spans }: ShapeRows, track: Track | null): void {
    const rows = places.length / 3;
    const poses = track ? track.times.length : 1;
    const step = Math.max(1, Math.ceil((rows * poses) / budget));
    for (let count = 0; count < poses; count += step) {
      const pose = track ? track.pose(Math.min(count, poses - 1)) : atRest;
      for (let row = 0; row < rows; ++row) {
        const [x, y, z] = [places[3 * row]!, places[3 * row + 1]!, places[3 * row + 2]!];
        if (!Number.isFinite(x + y + z)) continue;
        if (track) this.add(moved(pose, x, y, z));
        else this.add(places, 3 * row);
        if (spans) this.add(moved(pose, x + spans[3 * row]!, y + spans[3 * row + 1]!, z + spans[3 * row + 2]!));
      }
    }
  }
}

export class Frame {
  readonly centre: Vector;
  /** Half the box, in the drawing. */
  readonly half: Vector;
  /** Drawn length of one unit of each column. */
  readonly scale: Vector;
  /** Whether an axis ends before the data do, perhaps. */
  readonly cuts: boolean;

  constructor(scene: Scene, limits: Limits) {
    const axes = [scene.x, scene.y, scene.z];
    const sides = axes.map((axis, part) => side(axis, limits.low[part]!, limits.high[part]!));
    this.cuts = axes.some((axis) => axis.min !== null || axis.max !== null);
    const longest = Math.max(...sides.map(([low, high]) => high - low));
    // A point alone has a box as well.
    const alone = Math.max(...sides.map(([low]) => Math.abs(low))) || 1;
    const widened = sides.map(([low, high]) => {
      const least = scene.equal_axes ? thinnest * longest || alone : high > low ? 0 : Math.abs(low) || 1;
      return { middle: low + (high - low) / 2, half: Math.max(high - low, least) / 2 };
    });
    const largest = Math.max(...widened.map(({ half }) => half));
    this.centre = widened.map(({ middle }) => middle) as Vector;
    this.scale = widened.map(({ half }) => 1 / (scene.equal_axes ? largest : half)) as Vector;
    this.half = widened.map(({ half }, part) => half * this.scale[part]!) as Vector;
  }

  drawn(point: ArrayLike<number>): Vector {
    return [0, 1, 2].map((part) => (point[part]! - this.centre[part]!) * this.scale[part]!) as Vector;
  }

  /** The values of the columns at a place of the drawing; those that are 0 but for rounding are 0. */
  columns(x: number, y: number, z: number): Vector {
    return [x, y, z].map((value, part) => {
      const found = value / this.scale[part]! + this.centre[part]!;
      return Math.abs(found) * this.scale[part]! < 1e-9 ? 0 : found;
    }) as Vector;
  }
}

/** An axis' own ends, else those of the data, else 0 to 1. */
function side(axis: Axis, low: number, high: number): [number, number] {
  const isKnown = low <= high;
  const ends = [axis.min ?? NaN, axis.max ?? NaN].map((end) => end / axis.factor);
  // A negative factor turns an axis round.
  if (axis.factor < 0) ends.reverse();
  const from = Number.isNaN(ends[0]!) ? (isKnown ? low : 0) : ends[0]!;
  const to = Number.isNaN(ends[1]!) ? (isKnown ? high : 1) : ends[1]!;
  return from <= to ? [from, to] : [to, from];
}
