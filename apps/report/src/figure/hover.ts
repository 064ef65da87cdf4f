// What is under the pointer: the nearest row of all marks in sight, its place and its numbers.
import uPlot from "uplot";

import { shade } from "../colour/shades";
import { element } from "../page/dom";
import type { Frame } from "./frame";
import type { Drawing, Hit } from "./marks/drawing";
import { kinds } from "./marks/kinds";
import type { Plot } from "./plot";
import type { Ranges } from "./ranges";
import { moved } from "./ranges";
import { theme } from "../page/theme";

const reach = 48;

interface Found {
  drawing: Drawing;
  hit: Hit;
}

function isInside({ left, top, right, bottom }: Frame, { x, y }: Hit): boolean {
  return x >= left - 1 && x <= right + 1 && y >= top - 1 && y <= bottom + 1;
}

/** What is shown, moved along the axes on which a row is out of sight until it is in the middle. */
function around({ shown }: Plot, { left, top, right, bottom }: Frame, { x, y }: Hit): Ranges {
  const across = (x - left) / (right - left);
  const up = (bottom - y) / (bottom - top);
  const isOut = (share: number) => !(share >= 0 && share <= 1);
  return {
    x: isOut(across) ? moved(shown.x, across - 0.5) : shown.x,
    y: isOut(up) ? moved(shown.y, up - 0.5) : shown.y,
  };
}

export class Hover {
  readonly root = element("div", { class: "hover", hidden: "" });
  /** Read out to those who step along with the keyboard. */
  readonly voice = element("p", { class: "unseen", "aria-live": "polite" });
  private readonly card = element("div", { class: "tip" });
  private readonly dot = element("div", { class: "dot" });
  private readonly across = element("div", { class: "hair across" });
  private readonly up = element("div", { class: "hair up" });
  private current: { mark: number; row: number } | null = null;

  constructor(
    private readonly plot: () => Plot | null,
    private readonly hidden: ReadonlySet<number>,
    /** Has the plot show other ranges. */
    private readonly pan: (ranges: Ranges) => void,
    /** Hears which row is shown; null when none is any more. */
    private readonly seen: (row: number | null) => void = () => {},
  ) {
    this.root.append(this.across, this.up, this.dot, this.card);
  }

  hide(): void {
    if (!this.root.hidden) this.seen(null);
    this.root.hidden = true;
  }

  /** Shows the nearest row to a place, in pixels of the page from the plot's left and top. */
  point(x: number, y: number): void {
    const plot = this.plot();
    if (!plot) return;
    const frame = plot.frame();
    const ratio = uPlot.pxRatio;
    let best: Found | null = null;
    plot.drawings.forEach((drawing, index) => {
      if (this.hidden.has(index)) return;
      const within = best?.hit.distance ?? reach * ratio;
      const hit = drawing.nearest(frame, frame.left + x * ratio, frame.top + y * ratio, within);
      // Of areas a part may be in sight without the place they stand for.
      if (hit && (kinds[drawing.mark.kind].isArea || isInside(frame, hit))) {
        best = { drawing, hit };
        this.current = { mark: index, row: hit.row };
      }
    });
    if (best) this.show(plot, best);
    else this.hide();
  }

  /** To the next row of a mark or, by `marks`, to the next mark. */
  step(rows: number, marks: number): void {
    const plot = this.plot();
    const places = plot ? [...plot.drawings.keys()].filter((index) => !this.hidden.has(index)) : [];
    if (!plot || places.length === 0) return;
    const before = this.current && places.includes(this.current.mark) ? this.current : null;
    const mark = before
      ? places[(places.indexOf(before.mark) + marks + places.length) % places.length]!
      : places[0]!;
    const drawing = plot.drawings[mark]!;
    const frame = plot.frame();
    let row = before ? Math.min(before.row, drawing.rows - 1) + rows : rows < 0 ? drawing.rows - 1 : 0;
    for (; row >= 0 && row < drawing.rows; row += rows < 0 ? -1 : 1) {
      let hit = drawing.at(frame, row);
      if (!hit) continue;
      if (!isInside(frame, hit)) {
        this.pan(around(plot, frame, hit));
        hit = drawing.at(plot.frame(), row)!;
      }
      this.current = { mark, row };
      this.show(plot, { drawing, hit });
      this.voice.textContent = this.card.innerText.replace(/\s*\n\s*/g, ", ");
      return;
    }
  }

  private show(plot: Plot, { drawing, hit }: Found): void {
    const ratio = uPlot.pxRatio;
    const { left, top, right, bottom } = plot.frame();
    const readings = drawing.read(hit.row);
    const rows = readings.flatMap(([name, text]) => [element("dt", {}, name), element("dd", {}, text)]);
    const title = drawing.mark.label === "" ? null : element("strong", {}, drawing.mark.label);
    this.card.replaceChildren(...(title ? [title] : []), element("dl", {}, ...rows));
    const x = Math.max(left, Math.min(hit.x, right)) / ratio;
    const y = Math.max(top, Math.min(hit.y, bottom)) / ratio;
    this.root.hidden = false;
    this.seen(hit.row);
    this.dot.style.transform = `translate(${x}px, ${y}px)`;
    this.dot.style.background = shade(drawing.colour, theme());
    this.across.style.transform = `translate(${left / ratio}px, ${y}px)`;
    this.across.style.width = `${(right - left) / ratio}px`;
    this.up.style.transform = `translate(${x}px, ${top / ratio}px)`;
    this.up.style.height = `${(bottom - top) / ratio}px`;
    // Beside the point, on the side where there is room.
    const [width, height] = [this.card.offsetWidth, this.card.offsetHeight];
    const room = this.root.parentElement!.clientWidth;
    const beside = x + 14 + width <= room ? x + 14 : Math.max(0, x - 14 - width);
    const above = Math.max(0, Math.min(y - height / 2, plot.chart.height - height));
    this.card.style.transform = `translate(${beside}px, ${above}px)`;
  }
}
