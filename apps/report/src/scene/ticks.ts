// Round numbers along an axis, and how they are written.
import type { Axis } from "../document";
import { fixed, power } from "../numbers";

export interface Tick {
  /** In the unit of the column. */
  value: number;
  text: string;
}

/** A number to as many places as the step between numbers asks for. */
export function written(value: number, step: number): string {
  const places = -Math.floor(Math.log10(step) + 1e-9);
  if (Math.abs(value) < step / 2) return "0";
  const exponent = Math.floor(Math.log10(Math.abs(value)) + 1e-9);
  if (exponent < 6 && places < 6) return fixed(value, Math.max(places, 0));
  const digits = Math.min(Math.max(exponent + places, 0), 6);
  return `${fixed(value / 10 ** exponent, digits)}×${power(exponent)}`;
}

/** About `wanted` round numbers from low to high, which are in the unit of the column. */
export function ticks(axis: Axis, low: number, high: number, wanted: number): Tick[] {
  const [from, to] = [low * axis.factor, high * axis.factor].sort((a, b) => a - b) as [number, number];
  const rough = (to - from) / Math.max(wanted, 1);
  if (!(rough > 0) || !Number.isFinite(rough)) return [];
  if (axis.categories.length > 0) {
    return axis.categories
      .map((text, place) => ({ value: place / axis.factor, text }))
      .filter(({ value }) => value >= low && value <= high);
  }
  const ten = 10 ** Math.floor(Math.log10(rough));
  const step = ten * ([1, 2, 5].find((times) => times * ten >= rough * 0.999) ?? 10);
  const found: Tick[] = [];
  // A little beyond the ends, which need not be exact.
  const slack = 1e-9 * (to - from);
  for (let count = Math.ceil((from - slack) / step); count * step <= to + slack; ++count) {
    found.push({ value: (count * step) / axis.factor, text: written(count * step, step) });
    if (found.length > 50) break;
  }
  return found;
}
