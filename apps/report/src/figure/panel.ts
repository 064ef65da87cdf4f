// A panel on the page: its plot, its legend, and the few things a reader can do with it.
import { element } from "../page/dom";
import type { Figure, Panel, Result } from "../document";
import { download } from "../page/download";
import { union } from "./frame";
import { listen } from "./gestures";
import { Hover } from "./hover";
import type { Legend } from "./legend";
import { legend } from "./legend";
import type { Drawing } from "./marks/drawing";
import type { Log } from "./marks/drawings";
import { drawings } from "./marks/drawings";
import { kinds } from "./marks/kinds";
import { panelCanvas } from "../picture/figure";
import { equalAspect, Plot } from "./plot";
import type { Ranges } from "./ranges";
import { isSame, rescaled } from "./ranges";
import { onThemeChange, theme } from "../page/theme";

const keys = "Plus and minus zoom, arrow keys move, 0 shows all, Alt and arrow keys step through the points.";

function button(text: string, label: string, action: () => void): HTMLButtonElement {
  const made = element("button", { type: "button", title: label, "aria-label": label }, text);
  made.addEventListener("click", action);
  return made;
}

export class PanelView {
  readonly root = element("div", { class: "panel" });
  private readonly place: HTMLElement;
  private readonly names: Legend | null;
  private readonly controls = element("div", { class: "controls" });
  private readonly hidden = new Set<number>();
  private readonly hover: Hover;
  private readonly reset: HTMLButtonElement;
  private log: Log;
  private plot: Plot | null = null;

  constructor(
    private readonly result: Result,
    private readonly figure: Figure,
    private readonly index: number,
  ) {
    const panel = this.panel;
    this.log = { x: panel.x.log, y: panel.y.log };
    this.reset = button("Reset", "Show all again", () => this.show(null));
    this.reset.hidden = true;
    this.names = legend(panel.marks, this.hidden, () => {
      this.hover.hide();
      this.plot?.redraw();
    });
    const title = panel.title === "" ? null : element("h4", {}, panel.title);
    const head = element("div", { class: "head" }, title, this.controls, this.names?.root ?? null);
    const name = panel.title || figure.title;
    this.place = element("div", {
      class: `plot${panel.equal_axes ? " equal" : ""}${panel.x.categories.length > 0 ? " names" : ""}`,
      tabindex: "0",
      role: "application",
      "aria-roledescription": "plot",
      "aria-label": `${name}. ${keys}`,
    });
    this.hover = new Hover(() => this.plot, this.hidden, (ranges) => this.show(ranges));
    const stage = element("div", { class: "stage" }, this.place, this.hover.root);
    this.root.append(head, stage, this.hover.voice);
    listen(this.place, {
      plot: () => this.plot,
      show: (ranges) => this.show(ranges),
      point: (x, y) => this.hover.point(x, y),
      step: (rows, marks) => this.hover.step(rows, marks),
      leave: () => this.hover.hide(),
    });
  }

  private get panel(): Panel {
    return this.figure.panels[this.index]!;
  }

  /** Draws it for the first time, when it is on the page. */
  begin(): void {
    const all = drawings(this.result, this.panel, this.log);
    this.controls.append(...this.buttons(all));
    this.names?.trim(all);
    if (this.panel.equal_axes) this.place.style.setProperty("--aspect", String(equalAspect(this.panel, all)));
    this.make(all);
    new ResizeObserver(() => {
      this.hover.hide();
      if (this.place.clientWidth > 0) this.plot?.resize(this.place.clientWidth, this.place.clientHeight);
    }).observe(this.place);
    onThemeChange(() => {
      this.names?.paint();
      this.hover.hide();
      this.plot?.redraw();
    });
  }

  private make(all: Drawing[]): void {
    this.plot?.chart.destroy();
    this.plot = new Plot(this.panel, all, this.log, {
      width: Math.max(1, this.place.clientWidth),
      height: Math.max(1, this.place.clientHeight),
      place: this.place,
      hidden: this.hidden,
      theme,
    });
    this.reset.hidden = this.plot.isHome;
  }

  private show(ranges: Ranges | null): void {
    if (!this.plot) return;
    this.hover.hide();
    this.plot.show(ranges ?? this.plot.home);
    this.reset.hidden = this.plot.isHome;
  }

  /** Makes an axis logarithmic or linear; what was in sight stays so, as far as it can. */
  private changeLog(side: "x" | "y"): void {
    const before = this.plot!;
    const isLog = !this.log[side];
    this.log = { ...this.log, [side]: isLog };
    this.hover.hide();
    const { shown, home, isHome } = before;
    this.make(drawings(this.result, this.panel, this.log));
    if (isHome) return;
    const converted = isSame(shown[side], home[side]) ? null : rescaled(shown[side], isLog);
    this.show({ ...shown, [side]: converted ?? this.plot!.home[side] });
  }

  private buttons(all: Drawing[]): HTMLElement[] {
    const parts = [this.reset];
    for (const side of ["x", "y"] as const) {
      if (!this.mayBeLog(side, all)) continue;
      const toggle = button(`log ${side}`, `Logarithmic ${side} axis`, () => {
        this.changeLog(side);
        toggle.setAttribute("aria-pressed", String(this.log[side]));
      });
      toggle.setAttribute("aria-pressed", String(this.log[side]));
      parts.push(toggle);
    }
    parts.push(button("PNG", "Download this plot as a PNG picture", () => this.save()));
    const large = button("⤢", "Enlarge this plot", () => {
      const isLarge = this.root.classList.toggle("large");
      large.setAttribute("aria-pressed", String(isLarge));
    });
    large.setAttribute("aria-pressed", "false");
    parts.push(large);
    return parts;
  }

  /** Where nothing is below zero and something above. */
  private mayBeLog(side: "x" | "y", all: Drawing[]): boolean {
    const { panel } = this;
    if (panel.equal_axes || panel[side].categories.length > 0) return false;
    if (panel.marks.some(({ kind }) => kinds[kind].isGround)) return false;
    if (panel[side].log) return true;
    const [low, high] = union(all.map((drawing) => drawing[side]));
    return low >= 0 && high > 0;
  }

  private save(): void {
    const { log, hidden, plot } = this;
    const look = { log, hidden, ranges: plot && !plot.isHome ? plot.shown : null };
    const place = this.figure.panels.length > 1 ? `-${this.index + 1}` : "";
    const file = `${this.result.name}-${this.figure.name}${place}.png`;
    panelCanvas(this.result, this.figure.title, this.panel, look).toBlob((content) => {
      if (content) download(content, file);
    }, "image/png");
  }
}
