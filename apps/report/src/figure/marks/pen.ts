// A pen that draws only what can be seen: far outside the canvas, pixels are too large for the numbers a canvas
// computes with, so strokes are cut at the edge of the plot.
import type { Context, Frame } from "../frame";
import type { Coverage } from "./coverage";

// A canvas takes long over one path of very many strokes, and draws as many short ones in no time.
const strokesAtOnce = 1000;

export class Pen {
  private strokes = 0;
  private x = NaN;
  private y = NaN;
  private points = 0;
  private isDown = false;
  private readonly left: number;
  private readonly right: number;
  private readonly top: number;
  private readonly bottom: number;

  constructor(
    private readonly context: Context,
    frame: Frame,
    /** Where strokes over ink are to be left out. */
    private readonly coverage: Coverage | null = null,
  ) {
    // Wide enough that the ends of cut strokes stay out of sight.
    const margin = 8 * frame.unit;
    this.left = frame.left - margin;
    this.right = frame.right + margin;
    this.top = frame.top - margin;
    this.bottom = frame.bottom + margin;
  }

  to(x: number, y: number): void {
    if (this.points++ > 0) this.stroke(this.x, this.y, x, y);
    this.x = x;
    this.y = y;
  }

  /** Ends the line. A line of one point becomes a dot. */
  lift(): void {
    if (this.points === 1 && this.isInside(this.x, this.y)) {
      this.context.moveTo(this.x, this.y);
      this.context.lineTo(this.x + 0.01, this.y);
    }
    this.points = 0;
    this.isDown = false;
  }

  private isInside(x: number, y: number): boolean {
    return x >= this.left && x <= this.right && y >= this.top && y <= this.bottom;
  }

  private stroke(x0: number, y0: number, x1: number, y1: number): void {
    // The part of the stroke inside, as shares of its length.
    let begin = 0;
    let end = 1;
    if (!this.isInside(x0, y0) || !this.isInside(x1, y1)) {
      const cut = (way: number, room: number) => {
        // way · share ≤ room
        if (way > 0) end = Math.min(end, room / way);
        else if (way < 0) begin = Math.max(begin, room / way);
        else if (room < 0) end = -1;
      };
      cut(x0 - x1, x0 - this.left);
      cut(x1 - x0, this.right - x0);
      cut(y0 - y1, y0 - this.top);
      cut(y1 - y0, this.bottom - y0);
      if (begin > end) {
        this.isDown = false;
        return;
      }
    }
    const [fromX, fromY] = [x0 + begin * (x1 - x0), y0 + begin * (y1 - y0)];
    const [toX, toY] = end < 1 ? [x0 + end * (x1 - x0), y0 + end * (y1 - y0)] : [x1, y1];
    if (this.coverage && !this.coverage.add(fromX, fromY, toX, toY)) {
      this.isDown = false;
      return;
    }
    if (++this.strokes === strokesAtOnce) {
      this.context.stroke();
      this.context.beginPath();
      this.strokes = 0;
      this.isDown = false;
    }
    if (!this.isDown || begin > 0) this.context.moveTo(fromX, fromY);
    this.context.lineTo(toX, toY);
    this.isDown = end === 1;
  }
}
