// Text on a canvas: its font, its width, and how to make it fit.
const family = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

export const tickSize = 12;
export const labelSize = 13;

export function font(size: number, weight = 400): string {
  return `${weight} ${size}px ${family}`;
}

let ruler: CanvasRenderingContext2D | null = null;

export function widthOf(text: string, fontText: string): number {
  ruler ??= document.createElement("canvas").getContext("2d")!;
  ruler.font = fontText;
  return ruler.measureText(text).width;
}

/** The text, cut short where it is wider than this. */
export function fitted(text: string, fontText: string, width: number): string {
  if (widthOf(text, fontText) <= width) return text;
  let kept = text.length;
  while (kept > 1 && widthOf(`${text.slice(0, kept)}…`, fontText) > width) --kept;
  return `${text.slice(0, kept).trimEnd()}…`;
}

/** The text in lines no wider than this, broken between words. */
export function wrapped(text: string, fontText: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = lines.length > 0 ? `${lines[lines.length - 1]} ${word}` : word;
    if (lines.length > 0 && widthOf(longer, fontText) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
