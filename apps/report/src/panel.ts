// A panel on the page: its plot, its legend, and the few things a reader can do with it.
import { element } from "./dom";
import type { Figure, Panel, Result } from "./document";
import { download } from "./download";
import { union } from "./frame";
import { listen } from "./gestures";
import { Hover } from "./hover";
import type { Legend } from "./legend";
import { legend } from "./legend";
import type { Drawing } from "./marks/drawing";
import type { Log } from "./marks/drawings";
import { drawings } from "./marks/drawings";
import { panelCanvas } from "./picture";
import { Plot } from "./plot";
import type { Ranges } from "./ranges";
import { onThemeChange, theme } from "./theme";

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
    // Without a title the legend begins beside the controls.
    const head = element("div", { class: "head" }, this.controls);
    if (panel.title !== "") head.prepend(element("h4", {}, panel.title));
    if (this.names && panel.title !== "") head.append(this.names.root);
    else if (this.names) head.prepend(this.names.root);
    const name = panel.title || figure.title;
    this.place = element("div", {
      class: `plot${panel.equal_axes ? " equal" : ""}${panel.x.categories.length > 0 ? " names" : ""}`,
      tabindex: "0",
      role: "application",
      "aria-roledescription": "plot",
      "aria-label": `${name}. ${keys}`,
    });
    this.hover = new Hover(() => this.plot, this.hidden);
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

  private buttons(all: Drawing[]): HTMLElement[] {
    const parts = [this.reset];
    for (const side of ["x", "y"] as const) {
      if (!this.mayBeLog(side, all)) continue;
      const toggle = button(`log ${side}`, `Logarithmic ${side} axis`, () => {
        this.log = { ...this.log, [side]: !this.log[side] };
        toggle.setAttribute("aria-pressed", String(this.log[side]));
        this.hover.hide();
        this.make(drawings(this.result, this.panel, this.log));
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
    if (panel.marks.some(({ kind }) => kind === "heat_map")) return false;
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
