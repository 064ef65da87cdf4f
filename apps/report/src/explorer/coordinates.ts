// Parallel coordinates on the page: an image of lines, drawn a part at a time so that brushes move at once, and axes above it.
import { element } from "../page/dom";
import { onThemeChange, theme } from "../page/theme";
import { scrollFrame } from "../page/scroll";
import { drawAxes } from "./axes";
import type { Exploration } from "./exploration";
import { listen } from "./gestures";
import type { Layout } from "./layout";
import { layoutOf, leastWidth } from "./layout";
import { Lines } from "./lines";

const height = 400;
/** [ms] of drawing before the page gets its turn. */
const patience = 12;
const mostZoom = 2;

export class CoordinatesView {
  readonly root: HTMLElement;
  private readonly picture = element("canvas", { class: "lines" });
  private readonly surface = element("canvas", { class: "axes", "aria-hidden": "true" });
  private readonly stage = element("div", { class: "coordinates" }, this.picture, this.surface);
  private lines: Lines | null = null;
  private layout: Layout | null = null;
  private frame = 0;

  constructor(private readonly exploration: Exploration) {
    this.root = scrollFrame("Parallel coordinates", this.stage);
  }

  /** Draws it for the first time, when it is on the page. */
  begin(): void {
    listen(this.surface, this.exploration, () => this.layout!, (shift) => this.drawAxes(shift));
    this.exploration.onChange((change) => {
      if (change === "order" || change === "colour") this.make();
      else if (change === "choice") this.draw();
      else this.drawAxes();
    });
    onThemeChange(() => this.make());
    let width = 0;
    new ResizeObserver(() => {
      if (this.root.clientWidth === width || this.root.clientWidth === 0) return;
      width = this.root.clientWidth;
      this.make();
    }).observe(this.root);
  }

  private make(): void {
    const { order, dimensions } = this.exploration;
    const width = Math.max(this.root.clientWidth, leastWidth(order.length));
    this.layout = layoutOf(order.map((place) => dimensions[place]!), width, height);
    this.lines = new Lines(this.exploration, this.layout, Math.min(mostZoom, window.devicePixelRatio), theme());
    this.picture.width = this.lines.raster.width;
    this.picture.height = this.lines.raster.height;
    this.surface.width = Math.round(width * window.devicePixelRatio);
    this.surface.height = Math.round(height * window.devicePixelRatio);
    this.stage.style.width = `${width}px`;
    this.stage.style.height = `${height}px`;
    // Where the axes stand, for whoever looks at the page from outside.
    const { xs, top, bottom, missing } = this.layout;
    Object.assign(this.stage.dataset, { xs: xs.join(" "), heights: [top, bottom, missing].join(" ") });
    this.draw();
  }

  private draw(): void {
    this.lines?.begin();
    this.drawAxes();
    this.stage.removeAttribute("data-drawn");
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.go());
  }

  private go(): void {
    const { lines } = this;
    if (!lines) return;
    const isDone = lines.drawUntil(performance.now() + patience);
    this.picture.getContext("2d")!.putImageData(lines.raster.image, 0, 0);
    if (!isDone) {
      this.frame = requestAnimationFrame(() => this.go());
      return;
    }
    this.stage.dataset.drawn = "";
    lines.prepare();
  }

  /** With the axes moved as a reader holds them: pixels by place from the left. */
  private drawAxes(shift: Map<number, number> = new Map()): void {
    const { layout } = this;
    if (!layout) return;
    const context = this.surface.getContext("2d")!;
    const ratio = window.devicePixelRatio;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, layout.width, layout.height);
    const xs = layout.xs.map((x, place) => x + (shift.get(place) ?? 0));
    drawAxes(context, { ...layout, xs }, this.exploration, theme());
  }
}
