// Round places along an axis, and what to write at them.
import { fixed, power, short } from "../text/numbers";

export interface Tick {
  /** Where, as a coordinate: on a log axis, the decimal logarithm. */
  at: number;
  /** None at the places in between. */
  text: string | null;
}

/** About so many steps of 1, 2 or 5 times a power of ten. */
export function linearTicks(low: number, high: number, steps: number): Tick[] {
  const span = high - low;
  if (!(span > 0 && span < Infinity)) return [];
  const raw = span / Math.max(1, steps);
  let exponent = Math.floor(Math.log10(raw));
  const leading = raw / 10 ** exponent;
  let factor = leading <= 1 ? 1 : leading <= 2 ? 2 : leading <= 5 ? 5 : 10;
  if (factor === 10) {
    factor = 1;
    ++exponent;
  }
  const step = Number(`${factor}e${exponent}`);
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  const size = Math.floor(Math.log10(Math.max(Math.abs(low), Math.abs(high))));
  // Beyond these, all ticks share a power of ten.
  const isPlain = size < 6 && exponent > -5;
  const places = Math.max(0, isPlain ? -exponent : size - exponent);
  const ticks: Tick[] = [];
  for (let place = first; place <= last && ticks.length < 1000; ++place) {
    // Decimal arithmetic: 3 × 0.1 is to be 0.3.
    const at = Number(`${place * factor}e${exponent}`);
    const mantissa = isPlain ? at : Number(`${place * factor}e${exponent - size}`);
    const text = fixed(mantissa, places);
    ticks.push({ at, text: isPlain || place === 0 ? (place === 0 ? "0" : text) : `${text}×${power(size)}` });
  }
  return ticks;
}

/** Powers of ten and their multiples between two logarithms; texts stand `space` pixels apart or more. */
export function logTicks(low: number, high: number, pixels: number, space: number): Tick[] {
  const decades = high - low;
  if (!(decades > 0 && decades < Infinity)) return [];
  if (decades < 0.5) {
    const between = linearTicks(10 ** low, 10 ** high, pixels / space);
    return between.filter(({ at }) => at > 0).map(({ at, text }) => ({ at: Math.log10(at), text }));
  }
  const perDecade = pixels / decades;
  const stride = Math.max(1, Math.ceil(space / perDecade));
  const [first, last] = [Math.floor(low), Math.ceil(high)];
  const hasMultiples = perDecade > 24;
  // Fewer than two powers of ten in sight do not tell the scale.
  const needsMore = Math.floor(high) - Math.ceil(low) < 1;
  const ticks: Tick[] = [];
  for (let exponent = first; exponent <= last; ++exponent) {
    for (let multiple = 1; multiple <= (hasMultiples ? 9 : 1); ++multiple) {
      const at = exponent + Math.log10(multiple);
      if (at < low - 1e-9 || at > high + 1e-9) continue;
      const isNamed = multiple === 1 ? exponent % stride === 0 : needsMore && (multiple === 2 || multiple === 5);
      const text = needsMore ? short(Number(`${multiple}e${exponent}`), 3) : power(exponent);
      ticks.push({ at, text: isNamed ? text : null });
    }
  }
  return ticks;
}

/** The places 0, 1, 2, … that are in sight. */
export function categoryTicks(low: number, high: number, names: string[]): Tick[] {
  return names.map((text, at) => ({ at, text })).filter(({ at }) => at >= low && at <= high);
}
