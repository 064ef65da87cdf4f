// A line through its rows in their order; where rows have a time, up to now.
import { Body, eyeFrom, Local, type Given, type Shot } from "./body";
import { Lines } from "./lines";
import type { Pose, Vector } from "./motion";
import { countUntil } from "./rows";

/** What is nearer than this in the drawing cannot be told apart. */
const finest = 2.5e-4;

export class Curve extends Body {
  private readonly local: Local;
  private readonly lines: Lines;
  /** The row each line starts from, and the one it leads to. */
  private readonly from: Uint32Array;
  private readonly to: Uint32Array;
  /** The line under way, which ends early for now. */
  private partial: number | null = null;

  constructor(given: Given) {
    super(given);
    this.local = new Local(this.rows.places);
    const chosen = this.thinned();
    const from: number[] = [];
    const to: number[] = [];
    for (let place = 0; place + 1 < chosen.length; ++place) {
      if (!this.isPlaced(chosen[place]!) || !this.isPlaced(chosen[place + 1]!)) continue;
      from.push(chosen[place]!);
      to.push(chosen[place + 1]!);
    }
    this.from = Uint32Array.from(from);
    this.to = Uint32Array.from(to);
    const { values } = this.local;
    const ends = (rows: number[]): Float32Array =>
      Float32Array.from({ length: 3 * rows.length }, (_, at) => values[3 * rows[Math.floor(at / 3)]! + (at % 3)]!);
    this.lines = new Lines({ starts: ends(from), ends: ends(to) }, this.opacity);
    this.object.add(this.lines);
  }

  protected place(pose: Pose, now: number): void {
    this.local.matrix(this.frame, pose, this.object.matrix);
    this.object.updateMatrixWorld(true);
    if (this.rows.times) this.drawUntil(now, this.rows.times);
  }

  protected paint(colour: string): void {
    this.lines.paint(colour);
  }

  prepare({ eye, ratio, viewport }: Shot): void {
    this.lines.prepare(2.2 * ratio, viewport, eyeFrom(this.object.matrix, eye));
  }

  *marks(): Iterable<Vector> {
    const count = this.lines.geometry.instanceCount;
    for (let place = 0; place < count; ++place) {
      if (place === 0 || this.from[place] !== this.to[place - 1]) yield this.drawn(this.from[place]!, this.pose!);
      if (place + 1 < count || !this.rows.times) yield this.drawn(this.to[place]!, this.pose!);
    }
  }

  /** All lines that end by now, and the one under way as far as it has come. */
  private drawUntil(now: number, times: Float64Array): void {
    const { geometry } = this.lines;
    const { values } = this.local;
    const ends = geometry.getAttribute("end");
    if (this.partial !== null) ends.setXYZ(this.partial, ...this.value(this.to[this.partial]!));
    this.partial = null;
    const known = countUntil(times, now);
    let line = countUntil(this.to, known - 1);
    if (line < this.to.length && this.from[line]! < known) {
      // Lines leave out rows; where the way has got to is between two that follow one another.
      const [last, next] = [this.value(known - 1), this.value(Math.min(known, values.length / 3 - 1))];
      const share = (now - times[known - 1]!) / (times[known]! - times[known - 1]!);
      ends.setXYZ(line, ...(last.map((from, part) => from + share * (next[part]! - from)) as Vector));
      this.partial = line++;
    }
    geometry.instanceCount = line;
    ends.needsUpdate = true;
  }

  private value(row: number): Vector {
    const { values } = this.local;
    return [values[3 * row]!, values[3 * row + 1]!, values[3 * row + 2]!];
  }

  private isPlaced(row: number): boolean {
    const { places } = this.rows;
    return Number.isFinite(places[3 * row]! + places[3 * row + 1]! + places[3 * row + 2]!);
  }

  /**
   * The rows worth drawing: gaps, ends, and where the way leaves the straight line it was on, so that no row is farther
   * than a hair from what is drawn.
   */
  private thinned(): number[] {
    const { places } = this.rows;
    const { scale } = this.frame;
    const chosen: number[] = [];
    const way = [0, 0, 0];
    // The straight line goes on from the last chosen row; `candidate` is the last row on it, `far` along it.
    let direction: number[] | null = null;
    let candidate = -1;
    let far = 0;
    const measure = (row: number): void => {
      const last = chosen[chosen.length - 1]!;
      for (let part = 0; part < 3; ++part) {
        way[part] = (places[3 * row + part]! - places[3 * last + part]!) * scale[part]!;
      }
    };
    const choose = (row: number): void => {
      if (chosen[chosen.length - 1] !== row) chosen.push(row);
      direction = null;
      candidate = row;
    };
    const begin = (row: number): void => {
      candidate = row;
      far = Math.hypot(way[0]!, way[1]!, way[2]!);
      if (far > finest) direction = way.map((part) => part / far);
    };
    for (let row = 0; row < places.length / 3; ++row) {
      if (!this.isPlaced(row) || row === 0 || !this.isPlaced(row - 1)) {
        if (row > 0) choose(candidate);
        choose(row);
        continue;
      }
      measure(row);
      if (direction) {
        const line: number[] = direction;
        const along = way[0]! * line[0]! + way[1]! * line[1]! + way[2]! * line[2]!;
        const away = Math.hypot(...way.map((part, axis) => part - along * line[axis]!));
        if (away <= finest && along >= far - finest) {
          candidate = row;
          far = Math.max(far, along);
          continue;
        }
        choose(candidate);
        measure(row);
      }
      begin(row);
    }
    if (candidate >= 0) choose(candidate);
    return chosen;
  }

  drawSample(context: CanvasRenderingContext2D, x: number, y: number): void {
    context.moveTo(x, y);
    context.lineTo(x + 18, y);
    context.stroke();
  }
}
