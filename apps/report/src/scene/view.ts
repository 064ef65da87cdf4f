// One scene on the page: its picture, drawn anew only when something has changed, and what the reader does to it.
import { element } from "../page/dom";
import { short } from "../text/numbers";
import { theme } from "../page/theme";
import { control, type Controlled } from "./controls";
import type { Viewpoint } from "./eye";
import { pick } from "./pick";
import type { Stage } from "./stage";

const zooms = { least: 0.4, most: 40 };

export class View implements Controlled {
  readonly element: HTMLElement;
  private readonly canvas: HTMLCanvasElement;
  private readonly context: CanvasRenderingContext2D;
  private readonly tip = element("div", { class: "scene-tip", hidden: "" });
  private viewpoint: Viewpoint;
  /** [px] of the picture; nothing before it is laid out. */
  private size = { width: 0, height: 0 };
  private isWaiting = false;

  constructor(
    private readonly stage: Stage,
    private readonly togglePlay: () => void,
  ) {
    const keys = "Arrow keys turn it, plus and minus zoom, 0 resets" + (stage.span ? ", space plays." : ".");
    const label = `${stage.scene.title}. ${keys}`;
    const role = { role: "application", "aria-roledescription": "3-D view" };
    this.canvas = element("canvas", { tabindex: "0", ...role, "aria-label": label });
    this.context = this.canvas.getContext("2d")!;
    this.viewpoint = stage.first;
    this.element = element("div", { class: "scene-stage" }, this.canvas, this.tip);
    control(this.canvas, this);
    // Also when it is laid out for the first time.
    new ResizeObserver(() => this.drawNow()).observe(this.canvas);
  }

  get from(): Viewpoint {
    return this.viewpoint;
  }

  /** Draws before the page is next shown. */
  redraw(): void {
    if (this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame(() => {
      if (this.isWaiting) this.drawNow();
    });
  }

  drawNow(): void {
    this.isWaiting = false;
    const { clientWidth, clientHeight } = this.canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.size = { width: clientWidth, height: clientHeight };
    const { width, height } = this.size;
    const ratio = Math.max(window.devicePixelRatio, 1);
    const [across, along] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (this.canvas.width !== across || this.canvas.height !== along) {
      this.canvas.width = across;
      this.canvas.height = along;
    }
    this.context.setTransform(1, 0, 0, 1, 0, 0);
    this.context.clearRect(0, 0, across, along);
    this.stage.draw({ context: this.context, width, height, top: 0, ratio, theme: theme() }, this.viewpoint);
  }

  turn(azimuth: number, elevation: number): void {
    const limit = Math.PI / 2;
    this.look({
      azimuth: this.viewpoint.azimuth + azimuth,
      elevation: Math.min(limit, Math.max(-limit, this.viewpoint.elevation + elevation)),
    });
  }

  zoom(factor: number, x = this.size.width / 2, y = this.size.height / 2): void {
    const zoom = Math.min(zooms.most, Math.max(zooms.least, this.viewpoint.zoom * factor));
    const ratio = zoom / this.viewpoint.zoom;
    const { width, height } = this.size;
    // What is under the pointer stays there.
    const [right, down] = [x - width / 2, y - height / 2];
    const [before, beneath] = this.viewpoint.shift;
    this.look({ zoom, shift: [right - (right - before) * ratio, down - (down - beneath) * ratio] });
  }

  shift(right: number, down: number): void {
    const [before, beneath] = this.viewpoint.shift;
    this.look({ shift: [before + right, beneath + down] });
  }

  reset(): void {
    this.look(this.stage.first);
  }

  toggle(): void {
    this.togglePlay();
  }

  hover(x: number, y: number): void {
    const picked = pick(this.stage, x, y);
    this.tip.hidden = picked === null;
    if (!picked) return;
    const { body, values, place } = picked;
    const { x: first, y: second, z: third } = this.stage.scene;
    const lines = [first, second, third].map((axis, part) => {
      const unit = axis.unit === "1" ? "" : ` ${axis.unit}`;
      return `${axis.label} = ${short(values[part]! * axis.factor, 4)}${unit}`;
    });
    this.tip.replaceChildren(...(body.label === "" ? [] : [element("strong", {}, body.label)]));
    for (const line of lines) this.tip.append(element("span", {}, line));
    const isRight = place[0] > this.size.width / 2;
    this.tip.style.left = isRight ? "" : `${place[0] + 12}px`;
    this.tip.style.right = isRight ? `${this.size.width - place[0] + 12}px` : "";
    this.tip.style.top = `${Math.max(0, Math.min(place[1] - 12, this.size.height - 90))}px`;
  }

  leave(): void {
    this.tip.hidden = true;
  }

  private look(change: Partial<Viewpoint>): void {
    this.viewpoint = { ...this.viewpoint, ...change };
    this.leave();
    this.redraw();
  }
}
