// Where a moving shape is: places between the given instants are interpolated, turns along the shortest arc.
import { columns } from "../series/columns";
import type { Motion, Result } from "../document";
import { countUntil } from "./rows";

export type Vector = [number, number, number];

/** A point p of the shape is at place + turn · p, with a rotation matrix written row by row. */
export interface Pose {
  place: Vector;
  turn: number[];
}

export const atRest: Pose = { place: [0, 0, 0], turn: [1, 0, 0, 0, 1, 0, 0, 0, 1] };

export function moved({ place, turn }: Pose, x: number, y: number, z: number): Vector {
  return [
    place[0] + turn[0]! * x + turn[1]! * y + turn[2]! * z,
    place[1] + turn[3]! * x + turn[4]! * y + turn[5]! * z,
    place[2] + turn[6]! * x + turn[7]! * y + turn[8]! * z,
  ];
}

function matrix(turn: number[]): number[] {
  const [a, b, c, d] = turn as [number, number, number, number];
  return [
    1 - 2 * (c * c + d * d), 2 * (b * c - a * d), 2 * (b * d + a * c),
    2 * (b * c + a * d), 1 - 2 * (b * b + d * d), 2 * (c * d - a * b),
    2 * (b * d - a * c), 2 * (c * d + a * b), 1 - 2 * (b * b + c * c),
  ];
}

function between(from: number[], to: number[], share: number): number[] {
  const dot = from.reduce((sum, value, part) => sum + value * to[part]!, 0);
  // q and −q are the same turn: of the two arcs, the shorter.
  const sign = dot < 0 ? -1 : 1;
  const angle = Math.acos(Math.min(1, Math.abs(dot)));
  const isTiny = angle < 1e-6;
  const a = isTiny ? 1 - share : Math.sin((1 - share) * angle) / Math.sin(angle);
  const b = sign * (isTiny ? share : Math.sin(share * angle) / Math.sin(angle));
  return from.map((value, part) => a * value + b * to[part]!);
}

export class Track {
  readonly times: Float64Array;
  /** x, y, z, qw, qx, qy, qz of each instant. */
  private readonly values: Float64Array;

  constructor(result: Result, motion: Motion) {
    const [time, ...parts] = columns(result, motion.series, motion.columns, null) as [Float64Array, ...Float64Array[]];
    const rows: number[] = [];
    for (let row = 0; row < time.length; ++row) {
      const length = Math.hypot(parts[3]![row]!, parts[4]![row]!, parts[5]![row]!, parts[6]![row]!);
      const isPlaced = Number.isFinite(time[row]! + parts[0]![row]! + parts[1]![row]! + parts[2]![row]!);
      if (isPlaced && Number.isFinite(length) && length > 0) rows.push(row);
    }
    rows.sort((a, b) => time[a]! - time[b]!);
    this.times = Float64Array.from(rows, (row) => time[row]!);
    this.values = new Float64Array(7 * rows.length);
    rows.forEach((row, place) => parts.forEach((values, part) => (this.values[7 * place + part] = values[row]!)));
  }

  /** The pose at an instant; before the first and after the last, that of the nearest. Null where none is known. */
  at(now: number): Pose | null {
    const after = countUntil(this.times, now);
    const before = Math.max(after - 1, 0);
    if (this.times.length === 0) return null;
    if (after === 0 || after === this.times.length) return this.pose(before);
    const share = (now - this.times[before]!) / (this.times[after]! - this.times[before]!);
    const [from, to] = [this.place(before), this.place(after)];
    return {
      place: [0, 1, 2].map((part) => from[part]! + share * (to[part]! - from[part]!)) as Vector,
      turn: matrix(between(this.turn(before), this.turn(after), share)),
    };
  }

  pose(row: number): Pose {
    return { place: this.place(row), turn: matrix(this.turn(row)) };
  }

  private place(row: number): Vector {
    return [this.values[7 * row]!, this.values[7 * row + 1]!, this.values[7 * row + 2]!];
  }

  private turn(row: number): number[] {
    const turn = Array.from(this.values.subarray(7 * row + 3, 7 * row + 7));
    const length = Math.hypot(...turn);
    return turn.map((value) => value / length);
  }
}
