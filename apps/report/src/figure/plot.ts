// A panel's plot: uPlot lays out axes and canvas, the marks draw themselves into it.
import uPlot from "uplot";

import { axisOptions } from "./axes";
import type { ColourSpan } from "./colour_bar";
import { barRoom, drawBar } from "./colour_bar";
import type { Theme } from "../colour/shades";
import type { Panel } from "../document";
import type { Context, Frame, Span } from "./frame";
import { union } from "./frame";
import { drawLabels } from "./labels";
import type { Drawing } from "./marks/drawing";
import type { Log } from "./marks/drawings";
import { colourSpan } from "./marks/drawings";
import { kinds } from "./marks/kinds";
import type { Ranges } from "./ranges";
import { equalised, home, isSame } from "./ranges";

export interface PlotOptions {
  width: number;
  height: number;
  theme: () => Theme;
  /** Marks that are switched off, by their place in the panel. */
  hidden: ReadonlySet<number>;
  /** Where to put the plot; none to draw it off the page. */
  place?: HTMLElement;
  /** Everything larger by this factor. */
  zoom?: number;
  /** Drawn on instead of the plot's canvas. */
  context?: Context;
  /** Shown at first, instead of all there is. */
  ranges?: Ranges | null;
}

/** What a panel shows at first: its data and its labels. */
function homeOf({ x, y, labels }: Panel, drawings: Drawing[], log: Log): Ranges {
  const place = (value: number, isLog: boolean): Span => {
    const at = isLog ? Math.log10(value) : value;
    return Number.isFinite(at) ? [at, at] : [Infinity, -Infinity];
  };
  const spans = (side: "x" | "y") => [
    ...drawings.map((drawing) => drawing[side]),
    ...labels.map((label) => place(label[side], log[side])),
  ];
  return { x: home(x, log.x, union(spans("x"))), y: home(y, log.y, union(spans("y"))) };
}

/** Width over height that suits equal axes: that of the data, within what a page can bear. */
export function equalAspect(panel: Panel, drawings: Drawing[]): number {
  const { x, y } = homeOf(panel, drawings, { x: false, y: false });
  const aspect = (x[1] - x[0]) / (y[1] - y[0]);
  return Number.isNaN(aspect) ? 1 : Math.min(2.4, Math.max(0.6, aspect));
}

/** The next canvas that is asked for a context hands out this one. */
function lend(context: Context): void {
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = (() => {
    HTMLCanvasElement.prototype.getContext = getContext;
    return context;
  }) as unknown as typeof getContext;
}

export class Plot {
  chart!: uPlot;
  readonly home: Ranges;
  private readonly isEqual: boolean;
  private readonly colours: ColourSpan | null;
  private readonly zoom: number;
  private wanted: Ranges;

  constructor(
    readonly panel: Panel,
    readonly drawings: Drawing[],
    readonly log: Log,
    private readonly options: PlotOptions,
  ) {
    const zoom = (this.zoom = options.zoom ?? 1);
    this.isEqual = panel.equal_axes && !log.x && !log.y;
    this.colours = colourSpan(drawings);
    this.home = homeOf(panel, drawings, log);
    this.wanted = options.ranges ?? this.home;
    const scale = (side: "x" | "y"): uPlot.Scale => ({
      time: false,
      auto: false,
      range: (_chart, low, high) => (low == null ? this.wanted[side] : [low, high]),
    });
    const style = { zoom, theme: options.theme };
    const settings: uPlot.Options = {
      mode: 2,
      width: options.width,
      height: options.height,
      padding: [8 * zoom, (this.colours ? barRoom(this.colours) : 18) * zoom, 0, 4 * zoom],
      legend: { show: false },
      cursor: { show: false },
      scales: { x: scale("x"), y: scale("y") },
      // uPlot wants a series; ours draw themselves.
      series: [{}, { facets: [{ scale: "x" }, { scale: "y" }] }],
      axes: [
        axisOptions({ axis: panel.x, side: "x", log: log.x, ...style }),
        axisOptions({ axis: panel.y, side: "y", log: log.y, ...style }),
      ],
      hooks: { draw: [(chart) => this.draw(chart)] },
    };
    const none = [null, [[], []]] as unknown as uPlot.AlignedData;
    if (options.context) lend(options.context);
    new uPlot(settings, none, (chart, begin) => {
      this.chart = chart;
      options.place?.replaceChildren(chart.root);
      // At once, rather than when the browser next finds time.
      chart.batch(begin);
    });
    this.settle();
  }

  get shown(): Ranges {
    const { x, y } = this.chart.scales as { x: uPlot.Scale; y: uPlot.Scale };
    return { x: [x.min!, x.max!], y: [y.min!, y.max!] };
  }

  get isHome(): boolean {
    return this.wanted === this.home;
  }

  show(ranges: Ranges): void {
    this.wanted = ranges;
    this.settle();
  }

  resize(width: number, height: number): void {
    if (width === this.chart.width && height === this.chart.height) return;
    this.chart.batch(() => this.chart.setSize({ width, height }));
    this.settle();
  }

  redraw(): void {
    this.chart.batch(() => this.chart.redraw(false));
  }

  frame(): Frame {
    const { left, top, width, height } = this.chart.bbox;
    const { x, y } = this.shown;
    const across = width / (x[1] - x[0]);
    const up = -height / (y[1] - y[0]);
    return {
      x: { offset: left - x[0] * across, scale: across },
      y: { offset: top + height - y[0] * up, scale: up },
      left,
      top,
      right: left + width,
      bottom: top + height,
      unit: uPlot.pxRatio * this.zoom,
      theme: this.options.theme(),
    };
  }

  /** Shows what is wanted; where axes are equal, as much around it as keeps them so. Ticks may move the layout. */
  private settle(): void {
    for (let round = 0; round < 4; ++round) {
      const { width, height } = this.chart.bbox;
      const next = this.isEqual ? equalised(this.wanted, width, height) : this.wanted;
      if (isSame(next.x, this.shown.x) && isSame(next.y, this.shown.y)) return;
      this.chart.batch(() => {
        this.chart.setScale("x", { min: next.x[0], max: next.x[1] });
        this.chart.setScale("y", { min: next.y[0], max: next.y[1] });
      });
    }
  }

  private draw(chart: uPlot): void {
    const context: Context = this.options.context ?? chart.ctx;
    const frame = this.frame();
    const { left, top, right, bottom } = frame;
    // What is in sight, for whoever looks at the page from outside.
    chart.root.dataset.x = this.shown.x.join(" ");
    chart.root.dataset.y = this.shown.y.join(" ");
    if (![frame.x.scale, frame.y.scale].every((scale) => Number.isFinite(scale) && scale !== 0)) return;
    context.save();
    context.beginPath();
    context.rect(left, top, right - left, bottom - top);
    context.clip();
    const order = [...this.drawings.keys()].filter((index) => !this.options.hidden.has(index));
    const isGround = (index: number) => kinds[this.panel.marks[index]!.kind].isGround;
    order.sort((a, b) => Number(isGround(b)) - Number(isGround(a)));
    for (const index of order) {
      context.save();
      this.drawings[index]!.draw(context, frame);
      context.restore();
    }
    drawLabels(context, frame, this.panel.labels, this.log);
    context.restore();
    if (this.colours) {
      context.save();
      drawBar(context, frame, this.colours);
      context.restore();
    }
  }
}
