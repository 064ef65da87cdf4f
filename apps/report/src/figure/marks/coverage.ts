// Which spots of a plot have ink: a line that runs over itself a million times need not be drawn as often.
import type { Frame } from "../frame";

/** A spot is a pixel of the page, which is less than the width of a line. */
export class Coverage {
  private readonly columns: number;
  private readonly lines: number;
  private readonly inked: Uint8Array;

  constructor(
    private readonly frame: Frame,
    /** Shorter strokes always count as new [px]: dashes go on along a line only where it is not interrupted. */
    private readonly least: number,
  ) {
    const { left, top, right, bottom, unit } = frame;
    this.columns = Math.ceil((right - left) / unit) + 1;
    this.lines = Math.ceil((bottom - top) / unit) + 1;
    this.inked = new Uint8Array(this.columns * this.lines);
  }

  /** Takes up a stroke; whether it inks a spot that had no ink. */
  add(x0: number, y0: number, x1: number, y1: number): boolean {
    const { left, top, unit } = this.frame;
    const length = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0));
    const steps = Math.max(1, Math.ceil(length / unit));
    const [across, down] = [(x1 - x0) / steps / unit, (y1 - y0) / steps / unit];
    let [x, y] = [(x0 - left) / unit, (y0 - top) / unit];
    let isNew = length < this.least;
    for (let step = 0; step <= steps; ++step, x += across, y += down) {
      if (!(x >= 0 && y >= 0 && x < this.columns && y < this.lines)) continue;
      const spot = Math.trunc(y) * this.columns + Math.trunc(x);
      if (this.inked[spot] !== 0) continue;
      this.inked[spot] = 1;
      isNew = true;
    }
    return isNew;
  }
}
