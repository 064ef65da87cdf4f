// Round places along an axis of a scene.
import type { Axis } from "../document";
import { categoryTicks, linearTicks } from "../figure/ticks";

export interface Tick {
  /** In the unit of the column. */
  value: number;
  text: string;
}

/** Fewer do not tell a scale. */
const least = 3;

/** About so many steps from low to high, which are in the unit of the column; at least three ticks where asked. */
export function ticks(axis: Axis, low: number, high: number, steps: number, isScale: boolean): Tick[] {
  const [from, to] = [low * axis.factor, high * axis.factor].sort((a, b) => a - b) as [number, number];
  const find = (wanted: number) => {
    return axis.categories.length > 0 ? categoryTicks(from, to, axis.categories) : linearTicks(from, to, wanted);
  };
  let found = find(steps);
  for (let more = 2 * steps; isScale && found.length < least && more < 16; more *= 2) found = find(more);
  return found.map(({ at, text }) => ({ value: at / axis.factor, text: text ?? "" }));
}
