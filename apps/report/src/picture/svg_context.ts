// Draws on SVG as one draws on a canvas: as much of a canvas context as our plots and uPlot's axes use.
//
// It makes elements, not text, so nothing needs escaping here; XMLSerializer writes them out.
import type { Context } from "../figure/frame";

const namespace = "http://www.w3.org/2000/svg";

/** Where points go: x' = a x + c y + e, y' = b x + d y + f. */
type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number];

interface State {
  strokeStyle: string;
  fillStyle: string;
  lineWidth: number;
  lineJoin: CanvasLineJoin;
  lineCap: CanvasLineCap;
  globalAlpha: number;
  font: string;
  textAlign: CanvasTextAlign;
  textBaseline: CanvasTextBaseline;
  imageSmoothingEnabled: boolean;
  dash: number[];
  matrix: Matrix;
  group: SVGElement;
}

const round = (value: number) => String(Math.round(value * 100) / 100);
// Of the text's size, from its place down to its base line.
const baselines: Record<string, number> = { top: 0.8, hanging: 0.8, middle: 0.35, bottom: -0.21, ideographic: -0.21 };
const anchors: Record<string, string> = { center: "middle", right: "end", end: "end" };

let clips = 0;

export class SvgContext implements Context {
  declare strokeStyle: string;
  declare fillStyle: string;
  declare lineWidth: number;
  declare lineJoin: CanvasLineJoin;
  declare lineCap: CanvasLineCap;
  declare globalAlpha: number;
  declare font: string;
  declare textAlign: CanvasTextAlign;
  declare textBaseline: CanvasTextBaseline;
  declare imageSmoothingEnabled: boolean;
  private declare dash: number[];
  private declare matrix: Matrix;
  private declare group: SVGElement;
  private readonly stack: State[] = [];
  private path: string[] = [];
  private readonly ruler = document.createElement("canvas").getContext("2d")!;

  constructor(readonly root: SVGElement) {
    Object.assign(this, {
      strokeStyle: "#000",
      fillStyle: "#000",
      lineWidth: 1,
      lineJoin: "miter",
      lineCap: "butt",
      globalAlpha: 1,
      font: "10px sans-serif",
      textAlign: "start",
      textBaseline: "alphabetic",
      imageSmoothingEnabled: true,
      dash: [],
      matrix: [1, 0, 0, 1, 0, 0],
      group: root,
    } satisfies State);
  }

  static sheet(width: number, height: number): SvgContext {
    const root = document.createElementNS(namespace, "svg");
    root.setAttribute("viewBox", `0 0 ${width} ${height}`);
    root.setAttribute("width", String(width));
    root.setAttribute("height", String(height));
    return new SvgContext(root);
  }

  /** A context of its own whose origin is here. */
  child(x: number, y: number): SvgContext {
    return new SvgContext(this.add("g", { transform: `translate(${round(x)} ${round(y)})` }));
  }

  save(): void {
    const { strokeStyle, fillStyle, lineWidth, lineJoin, lineCap, globalAlpha, font } = this;
    const { textAlign, textBaseline, imageSmoothingEnabled, dash, matrix, group } = this;
    const style = { strokeStyle, fillStyle, lineWidth, lineJoin, lineCap, globalAlpha, font };
    this.stack.push({ ...style, textAlign, textBaseline, imageSmoothingEnabled, dash, matrix, group });
  }

  restore(): void {
    Object.assign(this, this.stack.pop());
  }

  translate(x: number, y: number): void {
    const [a, b, c, d] = this.matrix;
    this.matrix = [a, b, c, d, ...this.place(x, y)];
  }

  rotate(angle: number): void {
    const [a, b, c, d, e, f] = this.matrix;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    this.matrix = [a * cos + c * sin, b * cos + d * sin, c * cos - a * sin, d * cos - b * sin, e, f];
  }

  setLineDash(dash: Iterable<number>): void {
    this.dash = [...dash];
  }

  beginPath(): void {
    this.path = [];
  }

  closePath(): void {
    this.path.push("Z");
  }

  moveTo(x: number, y: number): void {
    this.path.push(`M${this.point(x, y)}`);
  }

  lineTo(x: number, y: number): void {
    this.path.push(`${this.path.length === 0 ? "M" : "L"}${this.point(x, y)}`);
  }

  rect(x: number, y: number, width: number, height: number): void {
    const [right, bottom] = [x + width, y + height];
    const corners = [this.point(x, y), this.point(right, y), this.point(right, bottom), this.point(x, bottom)];
    this.path.push(`M${corners.join("L")}Z`);
  }

  /** Whole circles only; nothing else is drawn. */
  arc(x: number, y: number, radius: number): void {
    const half = `A${round(radius)} ${round(radius)} 0 0 1 `;
    const [left, right] = [this.point(x - radius, y), this.point(x + radius, y)];
    this.path.push(`M${right}${half}${left}${half}${right}Z`);
  }

  stroke(): void {
    this.add("path", { d: this.path.join(""), fill: "none", ...this.pen() });
  }

  fill(): void {
    this.add("path", { d: this.path.join(""), ...this.brush() });
  }

  /** What is drawn from here to the next restore goes into a group that is cut along the path. */
  clip(): void {
    const id = `clip-${++clips}`;
    const outline = document.createElementNS(namespace, "path");
    outline.setAttribute("d", this.path.join(""));
    this.add("clipPath", { id }).append(outline);
    this.group = this.add("g", { "clip-path": `url(#${id})` });
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    this.beginPath();
    this.rect(x, y, width, height);
    this.fill();
  }

  strokeRect(x: number, y: number, width: number, height: number): void {
    this.beginPath();
    this.rect(x, y, width, height);
    this.stroke();
  }

  clearRect(): void {
    // All of it, before anything new is drawn.
    this.group.replaceChildren();
  }

  fillText(text: string, x: number, y: number): void {
    this.write(text, x, y, this.brush());
  }

  strokeText(text: string, x: number, y: number): void {
    this.write(text, x, y, { fill: "none", ...this.pen() });
  }

  measureText(text: string): TextMetrics {
    this.ruler.font = this.font;
    return this.ruler.measureText(text);
  }

  drawImage(image: HTMLCanvasElement, x: number, y: number, width: number, height: number): void {
    const sharp: Record<string, string> = this.imageSmoothingEnabled ? {} : { "image-rendering": "pixelated" };
    const [left, top] = this.place(x, y);
    const place = { x: round(left), y: round(top), width: round(width), height: round(height) };
    this.add("image", { href: image.toDataURL("image/png"), preserveAspectRatio: "none", ...place, ...sharp });
  }

  private place(x: number, y: number): [number, number] {
    const [a, b, c, d, e, f] = this.matrix;
    return [a * x + c * y + e, b * x + d * y + f];
  }

  private point(x: number, y: number): string {
    return this.place(x, y).map(round).join(" ");
  }

  private pen(): Record<string, string> {
    return {
      stroke: this.strokeStyle,
      "stroke-width": round(this.lineWidth),
      "stroke-linejoin": this.lineJoin,
      "stroke-linecap": this.lineCap,
      ...(this.dash.length > 0 ? { "stroke-dasharray": this.dash.map(round).join(" ") } : {}),
      ...(this.globalAlpha < 1 ? { "stroke-opacity": String(this.globalAlpha) } : {}),
    };
  }

  private brush(): Record<string, string> {
    return { fill: this.fillStyle, ...(this.globalAlpha < 1 ? { "fill-opacity": String(this.globalAlpha) } : {}) };
  }

  private write(text: string, x: number, y: number, style: Record<string, string>): void {
    const [, weight = "400", size = "10", family = "sans-serif"] = /^(?:(\d+) )?([\d.]+)px (.*)$/.exec(this.font) ?? [];
    const down = (baselines[this.textBaseline] ?? 0) * Number(size);
    const [, b, c] = this.matrix;
    const isTurned = b !== 0 || c !== 0;
    const turn = `matrix(${this.matrix.map((part) => part.toFixed(4)).join(" ")})`;
    const [left, top] = isTurned ? [x, y + down] : this.place(x, y + down);
    const made = this.add("text", {
      x: round(left),
      y: round(top),
      "font-family": family,
      "font-size": size,
      ...(weight === "400" ? {} : { "font-weight": weight }),
      ...(anchors[this.textAlign] ? { "text-anchor": anchors[this.textAlign]! } : {}),
      ...(isTurned ? { transform: turn } : {}),
      ...style,
    });
    made.textContent = text;
  }

  private add(tag: string, attributes: Record<string, string>): SVGElement {
    const made = document.createElementNS(namespace, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    this.group.append(made);
    return made;
  }
}
