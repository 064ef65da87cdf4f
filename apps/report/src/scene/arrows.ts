// Arrows with a shaft and a head, which keeps its size in the picture unless the arrow is too short for it.
import { ConeGeometry, InstancedMesh, Matrix4, MeshLambertMaterial, Quaternion, Vector3 } from "three";

import { Body, type Given, type Shot } from "./body";
import { Lines } from "./lines";
import { moved, type Pose, type Vector } from "./motion";
import { countUntil } from "./rows";

/** Length of a head as a part of the picture, and in which limits [px]; its width is a part of that. */
const headLength = { part: 0.028, least: 9, most: 15 };
const headWidth = 0.62;
const upwards = new Vector3(0, 1, 0);

export class Arrows extends Body {
  private readonly shafts: Lines;
  private readonly heads: InstancedMesh<ConeGeometry, MeshLambertMaterial>;
  /** Tails and tips in the drawing. */
  private tails: Vector3[] = [];
  private tips: Vector3[] = [];

  constructor(given: Given) {
    super(given);
    const count = this.rows.times ? 1 : this.rows.places.length / 3;
    const empty = (): Float32Array => new Float32Array(3 * count);
    this.shafts = new Lines({ starts: empty(), ends: empty() }, this.opacity);
    const cone = new ConeGeometry(headWidth / 2, 1, 20).translate(0, -0.5, 0);
    const material = new MeshLambertMaterial({ opacity: this.opacity, transparent: this.opacity < 1 });
    this.heads = new InstancedMesh(cone, material, count);
    this.heads.frustumCulled = false;
    this.object.add(this.shafts, this.heads);
  }

  protected place(pose: Pose, now: number): void {
    const { places, spans, times } = this.rows;
    const known = times ? countUntil(times, now) : places.length / 3;
    this.tails = [];
    this.tips = [];
    for (let row = times ? Math.max(known - 1, 0) : 0; row < known; ++row) {
      const tip = [0, 1, 2].map((part) => places[3 * row + part]! + spans![3 * row + part]!) as Vector;
      this.tails.push(new Vector3(...this.drawn(row, pose)));
      this.tips.push(new Vector3(...this.frame.drawn(moved(pose, ...tip))));
    }
  }

  protected paint(colour: string): void {
    this.shafts.paint(colour);
    this.heads.material.color.set(colour);
  }

  prepare({ eye, ratio, viewport }: Shot): void {
    const [starts, ends] = ["start", "end"].map((name) => this.shafts.geometry.getAttribute(name)) as [
      ReturnType<Lines["geometry"]["getAttribute"]>,
      ReturnType<Lines["geometry"]["getAttribute"]>,
    ];
    const { part, least, most } = headLength;
    const longest = Math.min(most, Math.max(least, part * Math.min(eye.size.width, eye.size.height))) * eye.pixel;
    const turn = new Quaternion();
    const matrix = new Matrix4();
    this.tails.forEach((tail, place) => {
      const tip = this.tips[place]!;
      const way = tip.clone().sub(tail);
      const length = way.length();
      const head = Math.min(longest, 0.5 * length);
      const direction = length > 0 ? way.divideScalar(length) : upwards;
      const neck = tip.clone().addScaledVector(direction, -0.9 * head);
      starts.setXYZ(place, tail.x, tail.y, tail.z);
      ends.setXYZ(place, neck.x, neck.y, neck.z);
      matrix.compose(tip, turn.setFromUnitVectors(upwards, direction), new Vector3(head, head, head));
      this.heads.setMatrixAt(place, matrix);
    });
    starts.needsUpdate = ends.needsUpdate = this.heads.instanceMatrix.needsUpdate = true;
    this.shafts.geometry.instanceCount = this.heads.count = this.tails.length;
    this.shafts.prepare(2.4 * ratio, viewport, eye.back);
  }

  *marks(): Iterable<Vector> {
    for (const ends of [this.tails, this.tips]) for (const { x, y, z } of ends) yield [x, y, z];
  }

  drawSample(context: CanvasRenderingContext2D, x: number, y: number): void {
    context.moveTo(x, y);
    context.lineTo(x + 12, y);
    context.stroke();
    context.beginPath();
    context.moveTo(x + 18, y);
    context.lineTo(x + 9, y - 5);
    context.lineTo(x + 9, y + 5);
    context.fill();
  }
}
