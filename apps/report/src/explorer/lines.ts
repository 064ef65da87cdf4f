// The lines of rows across the axes: chosen ones in their colours, above all others in grey.
import type { Rgb } from "../colour/map";
import type { Theme } from "../colour/shades";
import { paper } from "../colour/shades";
import { rgb } from "./colouring";
import type { Exploration } from "./exploration";
import type { Layout } from "./layout";
import { heightAt } from "./layout";
import { Raster } from "./raster";

const grey: Record<Theme, Rgb> = { light: [196, 199, 204], dark: [72, 75, 80] };
/** Rows between two looks at the clock. */
const atOnce = 32;

/** Few lines are bold; of many each is faint, so that one sees where they are dense. */
function opacity(count: number): number {
  return Math.min(0.9, Math.max(0.1, 11 / Math.sqrt(count)));
}

/** All rows, neighbours far apart: what is drawn of a part of them looks like the whole, and none are always on top. */
function scattered(rows: number): Uint32Array {
  const common = (a: number, b: number): number => (b === 0 ? a : common(b, a % b));
  let stride = Math.max(1, Math.floor(rows * 0.618));
  while (common(stride, rows) !== 1) ++stride;
  return Uint32Array.from({ length: rows }, (_, place) => (place * stride) % rows);
}

export class Lines {
  readonly raster: Raster;
  /** All rows in grey: drawn once, when they are first needed. */
  private ground: Raster | null = null;
  private readonly xs: number[];
  private readonly ys: Float32Array[];
  private readonly rows: Uint32Array;
  private readonly palette: Rgb[];
  private readonly thick: number;
  private next = 0;
  private alpha = 1;

  constructor(
    private readonly exploration: Exploration,
    layout: Layout,
    /** Pixels of the picture to one of the layout. */
    zoom: number,
    private readonly theme: Theme,
  ) {
    const { order, dimensions, series } = exploration;
    this.raster = new Raster(Math.round(layout.width * zoom), Math.round(layout.height * zoom));
    this.xs = layout.xs.map((x) => Math.round(x * zoom));
    this.ys = order.map((place) =>
      Float32Array.from(dimensions[place]!.shares, (share) => zoom * heightAt(layout, share)),
    );
    this.rows = scattered(series.rows);
    this.palette = exploration.colouring.palette(theme);
    this.thick = Math.max(1, 0.8 * zoom);
    this.begin();
  }

  /** Does at once what the first brush would otherwise have to wait for. */
  prepare(): Raster {
    if (this.ground) return this.ground;
    const ground = new Raster(this.raster.width, this.raster.height);
    ground.fill(rgb(paper[this.theme]));
    const faint = opacity(this.rows.length);
    for (const row of this.rows) this.line(ground, row, grey[this.theme], faint);
    return (this.ground = ground);
  }

  /** Starts anew with the rows that are now chosen. */
  begin(): void {
    const { choice } = this.exploration;
    if (choice.isAll) this.raster.fill(rgb(paper[this.theme]));
    else this.raster.copy(this.prepare());
    this.next = 0;
    this.alpha = opacity(choice.count);
  }

  /** Draws until then, in milliseconds since the page began; whether that was all. */
  drawUntil(end: number): boolean {
    const { choice, colouring } = this.exploration;
    while (this.next < this.rows.length) {
      const to = Math.min(this.next + atOnce, this.rows.length);
      for (; this.next < to; ++this.next) {
        const row = this.rows[this.next]!;
        if (choice.chosen[row]) this.line(this.raster, row, this.palette[colouring.levels[row]!]!, this.alpha);
      }
      if (performance.now() > end) break;
    }
    return this.next === this.rows.length;
  }

  private line(raster: Raster, row: number, colour: Rgb, alpha: number): void {
    const { xs, ys, thick } = this;
    for (let place = 1; place < xs.length; ++place) {
      raster.stroke(xs[place - 1]!, ys[place - 1]![row]!, xs[place]!, ys[place]![row]!, colour, alpha, thick);
    }
  }
}
