// Bodies and surfaces made of flat facets.
import { BackSide, BufferAttribute, BufferGeometry, DoubleSide, FrontSide, Mesh, MeshLambertMaterial } from "three";
import type { Vector3 } from "three";

import type { Theme } from "../colour/shades";
import { Body, eyeFrom, Local, type Given, type Shot } from "./body";
import { Lines } from "./lines";
import { meshOf } from "./mesh";
import type { Pose, Vector } from "./motion";

export class Polygons extends Body {
  readonly faces: Mesh<BufferGeometry, MeshLambertMaterial>[];
  private readonly edges: Lines[];
  private readonly local: Local;
  /** Of its surface: of two bodies one in the other, the outer has more. */
  readonly area: number;

  constructor(given: Given) {
    super(given);
    this.local = new Local(this.rows.places);
    const scale = this.frame.scale.map((factor) => factor * this.local.size) as Vector;
    const { triangles, segments, area } = meshOf(this.local.values, this.rows.facets!, scale);
    this.area = area;
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(triangles, 3));
    // What can be seen through is drawn in two parts, back and front, with other shapes perhaps in between.
    const sides = this.opacity < 1 ? ([BackSide, FrontSide] as const) : ([DoubleSide] as const);
    this.faces = sides.map((side) => {
      const material = new MeshLambertMaterial({
        flatShading: true,
        side,
        opacity: this.opacity,
        transparent: this.opacity < 1,
        depthWrite: this.opacity === 1,
        polygonOffset: true,
        polygonOffsetFactor: 1,
        polygonOffsetUnits: 1,
      });
      const mesh = new Mesh(geometry, material);
      mesh.frustumCulled = false;
      return mesh;
    });
    this.edges = this.faces.map((_, place) => new Lines(segments, 0.6, sides.length === 1 ? 0 : 2 * place - 1));
    this.object.add(...this.faces, ...this.edges);
  }

  get isClear(): boolean {
    return this.opacity < 1;
  }

  protected place(pose: Pose): void {
    this.local.matrix(this.frame, pose, this.object.matrix);
    this.object.updateMatrixWorld(true);
  }

  protected paint(colour: string, theme: Theme): void {
    for (const { material } of this.faces) material.color.set(colour);
    const brightness = theme === "light" ? 0.35 : this.isClear ? 1 : 0.25;
    for (const edge of this.edges) edge.paint(colour, brightness);
  }

  prepare({ eye, ratio, viewport }: Shot): void {
    const seen = eyeFrom(this.object.matrix, eye);
    for (const edge of this.edges) edge.prepare(ratio, viewport, seen);
  }

  /** Depths of its nearest and its farthest corner. */
  depths(towards: Vector3): [number, number] {
    const { elements } = this.object.matrix;
    const [x, y, z, base] = [0, 4, 8, 12].map(
      (column) => elements[column]! * towards.x + elements[column + 1]! * towards.y + elements[column + 2]! * towards.z,
    ) as [number, number, number, number];
    let [near, far] = [Infinity, -Infinity];
    const { values } = this.local;
    for (let at = 0; at < values.length; at += 3) {
      const depth = -(base + x * values[at]! + y * values[at + 1]! + z * values[at + 2]!);
      if (depth < near) near = depth;
      if (depth > far) far = depth;
    }
    return [near, far];
  }

  /** The parts of its surface that face away from the eye come first, those that face it last. */
  setOrder(back: number, front: number): void {
    [this.faces[0]!, this.edges[0]!].forEach((part, place) => (part.renderOrder = back + place / 2));
    [this.faces[1]!, this.edges[1]!].forEach((part, place) => (part.renderOrder = front + place / 2));
  }

  *marks(): Iterable<Vector> {}

  drawSample(context: CanvasRenderingContext2D, x: number, y: number): void {
    context.rect(x + 3, y - 5, 12, 10);
    context.globalAlpha = Math.max(this.opacity, 0.25);
    context.fill();
    context.globalAlpha = 1;
    context.lineWidth = 1;
    context.stroke();
  }
}
