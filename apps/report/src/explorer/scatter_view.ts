// The scatter on the page: which two columns, their plot, and what is under the pointer.
import { listen } from "../figure/gestures";
import { Hover } from "../figure/hover";
import { Plot } from "../figure/plot";
import type { Ranges } from "../figure/ranges";
import { element } from "../page/dom";
import { onThemeChange, theme } from "../page/theme";
import { count } from "../text/numbers";
import type { Exploration } from "./exploration";
import type { Pair } from "./scatter";
import { firstPair, placed, scatterDrawing, scatterPanel } from "./scatter";
import { columnSelect } from "./select";

const keys = "Plus and minus zoom, arrow keys move, 0 shows all, Alt and arrow keys step through the points.";

export class ScatterView {
  readonly root: HTMLElement;
  readonly pair: Pair;
  private readonly place = element("div", {
    class: "plot",
    tabindex: "0",
    role: "application",
    "aria-roledescription": "plot",
    "aria-label": `Scatter of two columns. ${keys}`,
  });
  private readonly reset = element("button", { type: "button", title: "Show all again", hidden: "" }, "Reset");
  private readonly note = element("p", { class: "quiet" });
  private readonly hover: Hover;
  private plot: Plot | null = null;
  private frame = 0;

  constructor(private readonly exploration: Exploration) {
    this.pair = firstPair(exploration);
    const select = (side: "x" | "y") =>
      columnSelect(exploration, side, `Column along ${side}`, this.pair[side], (place) => {
        this.pair[side] = place!;
        this.make();
      });
    this.hover = new Hover(
      () => this.plot,
      new Set(),
      (ranges) => this.show(ranges),
      (row) => exploration.point(row),
    );
    this.root = element(
      "div",
      { class: "scatter" },
      element("div", { class: "tools" }, element("h4", {}, "Two columns"), select("x"), select("y"), this.reset),
      element("div", { class: "stage" }, this.place, this.hover.root),
      this.note,
      this.hover.voice,
    );
    this.reset.addEventListener("click", () => this.show(null));
    listen(this.place, {
      plot: () => this.plot,
      show: (ranges) => this.show(ranges),
      point: (x, y) => this.hover.point(x, y),
      step: (rows, marks) => this.hover.step(rows, marks),
      leave: () => this.hover.hide(),
    });
  }

  /** Draws it for the first time, when it is on the page. */
  begin(): void {
    this.make();
    this.exploration.onChange((change) => {
      if (change === "colour") this.make();
      else if (change === "choice") this.redraw();
    });
    onThemeChange(() => {
      this.hover.hide();
      this.redraw();
    });
    new ResizeObserver(() => {
      this.hover.hide();
      if (this.place.clientWidth > 0) this.plot?.resize(this.place.clientWidth, this.place.clientHeight);
    }).observe(this.place);
  }

  /** With the next picture: the brush has moved on by then. */
  private redraw(): void {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.plot?.redraw());
  }

  private make(): void {
    this.hover.hide();
    this.plot?.chart.destroy();
    const panel = scatterPanel(this.exploration, this.pair);
    const log = { x: panel.x.log, y: panel.y.log };
    this.plot = new Plot(panel, [scatterDrawing(this.exploration, this.pair)], log, {
      width: Math.max(1, this.place.clientWidth),
      height: Math.max(1, this.place.clientHeight),
      place: this.place,
      hidden: new Set(),
      theme,
    });
    this.reset.hidden = true;
    const { series, explorer } = this.exploration;
    const without = series.rows - placed(this.exploration, this.pair);
    const rows = count(without, explorer.rows, explorer.rows);
    this.note.textContent = without === 0 ? "" : `${rows} without a place on one of these axes`;
  }

  private show(ranges: Ranges | null): void {
    if (!this.plot) return;
    this.hover.hide();
    this.plot.show(ranges ?? this.plot.home);
    this.reset.hidden = this.plot.isHome;
  }
}
