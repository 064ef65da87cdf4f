// Light or dark: as the reader's system asks, unless the reader has chosen otherwise on the page. Printing is always
// light.
import type { Theme } from "../colour/shades";

const system = window.matchMedia("(prefers-color-scheme: dark)");
const listeners: (() => void)[] = [];
let chosen: Theme | null = null;
let printing = false;

function announce(): void {
  document.documentElement.dataset.theme = theme();
  for (const listener of listeners) listener();
}

export function theme(): Theme {
  if (printing) return "light";
  return chosen ?? (system.matches ? "dark" : "light");
}

export function chooseTheme(choice: Theme): void {
  chosen = choice;
  announce();
}

export const isPrinting = (): boolean => printing;

/** Calls the listener whenever the theme may have changed: whoever draws must draw again. */
export function onThemeChange(listener: () => void): void {
  listeners.push(listener);
}

export function followTheme(): void {
  system.addEventListener("change", announce);
  window.addEventListener("beforeprint", () => {
    printing = true;
    announce();
  });
  window.addEventListener("afterprint", () => {
    printing = false;
    announce();
  });
  announce();
}
