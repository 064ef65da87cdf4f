// Numbers as readers see them: few digits, a true minus sign, powers of ten where zeros would pile up.
import type { Numeral } from "../document";

const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const minus = (text: string) => text.replace("-", "−");

export function value(numeral: Numeral): number {
  if (typeof numeral === "number") return numeral;
  return numeral === "nan" ? NaN : numeral === "inf" ? Infinity : -Infinity;
}

/** 10⁻³ for −3. */
export function power(exponent: number): string {
  return "10" + String(exponent).replace("-", "⁻").replace(/\d/g, (digit) => raised[Number(digit)]!);
}

/** With at most so many digits that count; words for what is no number. */
export function short(number: number, digits = 5): string {
  if (Number.isNaN(number)) return "not a number";
  if (!Number.isFinite(number)) return number > 0 ? "infinite" : "minus infinite";
  if (number === 0) return "0";
  const [mantissa, exponent] = number.toExponential(digits - 1).split("e") as [string, string];
  const trimmed = mantissa.includes(".") ? mantissa.replace(/\.?0+$/, "") : mantissa;
  if (Number(exponent) >= -4 && Number(exponent) < Math.max(6, digits)) {
    return minus(String(Number(number.toPrecision(digits))));
  }
  return minus(trimmed) + "×" + power(Number(exponent));
}

/** With so many places after the point. */
export function fixed(number: number, places: number): string {
  const text = number.toFixed(places);
  return Number(text) === 0 ? text.replace("-", "") : minus(text);
}

/** Every digit there is. */
export function exact(number: number): string {
  return Number.isFinite(number) ? String(number) : short(number);
}

export function count(number: number, one: string, many = `${one}s`): string {
  // Narrow spaces between thousands, as in 1 000 000.
  const text = String(number).replace(/\B(?=(\d{3})+$)/g, number < 10000 ? "" : "\u202f");
  return `${text} ${number === 1 ? one : many}`;
}

/** "x [mm]"; a pure number has no unit to show. */
export function withUnit(label: string, unit: string): string {
  if (unit === "1" || unit === "") return label;
  return label === "" ? `[${unit}]` : `${label} [${unit}]`;
}

export function seconds(duration: number): string {
  if (!(duration >= 0)) return "";
  if (duration < 1) return `${short(duration * 1000, 3)} ms`;
  if (duration < 90) return `${short(duration, 3)} s`;
  return duration < 5400 ? `${short(duration / 60, 3)} min` : `${short(duration / 3600, 3)} h`;
}

/** 16 November 2026, 08:00 UTC for 2026-11-16T08:00:00Z; other texts as they are. */
export function instant(text: string): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?Z$/.exec(text);
  if (!parts) return text;
  const months = "January February March April May June July August September October November December".split(" ");
  const month = months[Number(parts[2]) - 1];
  return month ? `${Number(parts[3])} ${month} ${parts[1]}, ${parts[4]} UTC` : text;
}
