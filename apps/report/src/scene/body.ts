// A shape as WebGL draws it: what all kinds of shapes have in common.
import { Group, Matrix4, Vector2, Vector3 } from "three";

import { shade, type Colour, type Theme } from "../colour/shades";
import type { Eye } from "./eye";
import type { Frame } from "./frame";
import { atRest, moved, type Pose, type Track, type Vector } from "./motion";
import type { ShapeRows } from "./rows";

export interface Given {
  rows: ShapeRows;
  track: Track | null;
  frame: Frame;
  label: string;
  colour: Colour;
  opacity: number;
}

/** A picture about to be drawn: `ratio` of its pixels make one of the page's. */
export interface Shot {
  eye: Eye;
  ratio: number;
  viewport: Vector2;
}

export abstract class Body {
  readonly object = new Group();
  readonly label: string;
  readonly colour: Colour;
  readonly opacity: number;
  isShown = true;
  protected pose: Pose | null = atRest;
  protected readonly rows: ShapeRows;
  protected readonly frame: Frame;
  private readonly track: Track | null;

  constructor(given: Given) {
    ({ label: this.label, colour: this.colour, opacity: this.opacity } = given);
    ({ rows: this.rows, frame: this.frame, track: this.track } = given);
    this.object.matrixAutoUpdate = false;
  }

  /** The instants at which it changes, from the first to the last; null where it never does. */
  get span(): [number, number] | null {
    const all = [this.track?.times, this.rows.times].filter((times) => times && times.length > 0) as Float64Array[];
    if (all.length === 0) return null;
    return [Math.min(...all.map((times) => times[0]!)), Math.max(...all.map((times) => times[times.length - 1]!))];
  }

  /** How many rows it has. */
  get size(): number {
    return this.rows.places.length / 3;
  }

  setTime(now: number): void {
    if (this.track) this.pose = this.track.at(now);
    // Where it is is not known: then it is not shown.
    this.object.visible = this.isShown && this.pose !== null;
    if (this.pose) this.place(this.pose, now);
  }

  setTheme(theme: Theme): void {
    this.paint(shade(this.colour, theme), theme);
  }

  /** Goes where it is at an instant. */
  protected abstract place(pose: Pose, now: number): void;
  protected abstract paint(colour: string, theme: Theme): void;
  /** Before each picture. */
  abstract prepare(shot: Shot): void;
  /** Draws its sample for a legend in the colour of the context: 18 px wide, from a place on its left. */
  abstract drawSample(context: CanvasRenderingContext2D, x: number, y: number): void;
  /** The rows a pointer may be near to, as places of the drawing. */
  abstract marks(): Iterable<Vector>;

  protected drawn(row: number, pose: Pose): Vector {
    const { places } = this.rows;
    return this.frame.drawn(moved(pose, places[3 * row]!, places[3 * row + 1]!, places[3 * row + 2]!));
  }
}

/** The rows relative to their middle and size, so that single precision is enough whatever their unit. */
export class Local {
  readonly origin: Vector;
  readonly size: number;
  readonly values: Float32Array;

  constructor(places: Float64Array) {
    const low: Vector = [Infinity, Infinity, Infinity];
    const high: Vector = [-Infinity, -Infinity, -Infinity];
    places.forEach((value, at) => {
      if (value < low[at % 3]!) low[at % 3] = value;
      if (value > high[at % 3]!) high[at % 3] = value;
    });
    this.origin = low.map((value, part) => (value <= high[part]! ? value + (high[part]! - value) / 2 : 0)) as Vector;
    this.size = Math.max(...high.map((value, part) => value - this.origin[part]!), 0) || 1;
    this.values = Float32Array.from(places, (value, at) => (value - this.origin[at % 3]!) / this.size);
  }

  /** From these values to the drawing. */
  matrix({ scale, centre }: Frame, pose: Pose, target: Matrix4): void {
    const place = moved(pose, ...this.origin);
    const row = (part: 0 | 1 | 2): [number, number, number, number] => {
      const factor = scale[part] * this.size;
      const turn = pose.turn.slice(3 * part, 3 * part + 3) as Vector;
      return [factor * turn[0], factor * turn[1], factor * turn[2], (place[part] - centre[part]) * scale[part]];
    };
    target.set(...row(0), ...row(1), ...row(2), 0, 0, 0, 1);
  }
}

/** The eye as a body in this place sees it. */
export function eyeFrom(matrix: Matrix4, eye: Eye): Vector3 {
  return new Vector3().setFromMatrixPosition(eye.camera.matrix).applyMatrix4(new Matrix4().copy(matrix).invert());
}
