// The colours of marks and shapes: Paul Tol's bright scheme, which colour-blind readers can tell apart, with shades
// that read on a light and on a dark page.
export type Theme = "light" | "dark";

/** In the order in which marks and shapes without a colour of their own take them. */
export const shades = {
  blue: { light: "#3a6ea5", dark: "#7fb2e5" },
  red: { light: "#d9485f", dark: "#ff8a98" },
  green: { light: "#1f7a33", dark: "#63c97b" },
  yellow: { light: "#a08c14", dark: "#e3cf5b" },
  cyan: { light: "#2f9fc4", dark: "#7fd6f2" },
  purple: { light: "#a3326f", dark: "#e78bbd" },
  grey: { light: "#8c8c8c", dark: "#8d8d8d" },
  ink: { light: "#1d1d1f", dark: "#ececec" },
} satisfies Record<string, Record<Theme, string>>;

/** What they are drawn on: --paper of the page's style. */
export const paper: Record<Theme, string> = { light: "#ffffff", dark: "#17181a" };

export type Colour = keyof typeof shades;

const turn = Object.keys(shades) as Colour[];

/** The colour of the mark at this place among the marks without a colour of their own. */
export function inTurn(place: number): Colour {
  return turn[place % turn.length]!;
}

export function shade(colour: Colour, theme: Theme): string {
  return shades[colour][theme];
}
