// Viridis, of equal steps to the eye and readable in grey: the map's published colours at seventeen places.
import type { Theme } from "./shades";

const places = [
  [68, 1, 84],
  [72, 24, 106],
  [71, 45, 123],
  [66, 64, 134],
  [59, 82, 139],
  [51, 99, 141],
  [44, 114, 142],
  [38, 130, 142],
  [33, 145, 140],
  [31, 160, 136],
  [40, 174, 128],
  [63, 188, 115],
  [94, 201, 98],
  [132, 212, 75],
  [173, 220, 48],
  [216, 226, 25],
  [253, 231, 37],
] as const;

export type Rgb = [red: number, green: number, blue: number];

/** Red, green and blue, each 0 to 255, at a share of the way from the lowest value to the highest. */
export function viridis(share: number): Rgb {
  const at = Math.min(Math.max(share, 0), 1) * (places.length - 1);
  const below = Math.min(Math.floor(at), places.length - 2);
  const [from, to] = [places[below]!, places[below + 1]!];
  const mix = (i: 0 | 1 | 2) => Math.round(from[i] + (at - below) * (to[i] - from[i]));
  return [mix(0), mix(1), mix(2)];
}

/** The part of the map that stands out, also in thin lines, from a page of this theme. */
const seen: Record<Theme, [number, number]> = { light: [0, 0.92], dark: [0.22, 1] };

export function lineColour(share: number, theme: Theme): Rgb {
  const [from, to] = seen[theme];
  return viridis(from + Math.min(Math.max(share, 0), 1) * (to - from));
}
