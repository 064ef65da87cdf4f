// A scene ready to be drawn, from anywhere and at any instant.
import { DirectionalLight, HemisphereLight, Plane, Scene as Space, Vector2, Vector3 } from "three";
import type { BufferGeometry, Material, Mesh } from "three";

import { inTurn, type Theme } from "../colour/shades";
import type { Result, Scene } from "../document";
import { Arrows } from "./arrows";
import { Axes } from "./axes";
import type { Body, Given } from "./body";
import { Curve } from "./curve";
import { Eye, sizeOf, type Viewpoint } from "./eye";
import { Frame, Limits } from "./frame";
import { draw } from "./gl";
import type { ShapeKind } from "./kinds";
import { Track } from "./motion";
import { Dots } from "./points";
import { Polygons } from "./polygons";
import { shapeRows } from "./rows";

const bodies: Record<ShapeKind, new (given: Given) => Body> = {
  polygons: Polygons,
  curve: Curve,
  points: Dots,
  arrows: Arrows,
};

export interface Picture {
  context: CanvasRenderingContext2D;
  /** [px] of the page. */
  width: number;
  height: number;
  /** [px] at the top that are left to others. */
  top: number;
  /** Pixels of the canvas for one of the page. */
  ratio: number;
  theme: Theme;
}

export class Stage {
  readonly bodies: Body[];
  readonly frame: Frame;
  readonly eye: Eye;
  readonly first: Viewpoint;
  /** The first and the last instant; null where nothing ever changes. */
  readonly span: [number, number] | null;
  private readonly axes: Axes;
  private readonly space = new Space();
  private readonly lamp = new DirectionalLight(0xffffff, 1.25);
  private readonly planes: Plane[];

  constructor(result: Result, readonly scene: Scene) {
    const limits = new Limits();
    const read = scene.shapes.map((shape) => {
      const rows = shapeRows(result, shape);
      const track = shape.motion && new Track(result, shape.motion);
      limits.addShape(rows, track);
      return { shape, rows, track };
    });
    this.frame = new Frame(scene, limits);
    let turn = 0;
    this.bodies = read.map(({ shape, rows, track }) => {
      const { label, opacity } = shape;
      const colour = shape.colour ?? inTurn(turn++);
      return new bodies[shape.kind]({ rows, track, frame: this.frame, label, opacity, colour });
    });
    const spans = this.bodies.map(({ span }) => span).filter((span) => span !== null);
    const ends: [number, number] = [Math.min(...spans.map(([from]) => from)), Math.max(...spans.map(([, to]) => to))];
    this.span = ends[0] < ends[1] ? ends : null;
    this.eye = new Eye(this.frame.half);
    this.axes = new Axes([scene.x, scene.y, scene.z], this.frame);
    const radians = Math.PI / 180;
    this.first = { azimuth: scene.azimuth * radians, elevation: scene.elevation * radians, zoom: 1, shift: [0, 0] };
    this.planes = this.frame.cuts ? inside(this.frame) : [];
    const sky = new HemisphereLight(0xffffff, 0xd0d0dc, 2.3);
    sky.position.set(0, 0, 1);
    this.space.add(sky, this.lamp, ...this.bodies.map(({ object }) => object));
    this.setTime(ends[0] <= ends[1] ? ends[0] : 0);
  }

  /** Gives back what it holds of the graphics card. */
  dispose(): void {
    this.space.traverse((part) => {
      const { geometry, material } = part as Partial<Mesh<BufferGeometry, Material>>;
      geometry?.dispose();
      material?.dispose();
    });
  }

  setTime(now: number): void {
    for (const body of this.bodies) body.setTime(now);
  }

  draw({ context, width, height, top, ratio, theme }: Picture, from: Viewpoint): void {
    const { eye } = this;
    eye.aim(from, this.first, sizeOf(width, height, top));
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.axes.drawWalls(context, eye, theme);
    const pixels: [number, number] = [Math.round(width * ratio), Math.round(height * ratio)];
    const shot = { eye, ratio, viewport: new Vector2(...pixels) };
    for (const body of this.bodies) {
      body.setTheme(theme);
      body.prepare(shot);
    }
    this.sortClear();
    // The light comes over the left shoulder.
    this.lamp.position.copy(eye.back).addScaledVector(eye.up, 0.9).addScaledVector(eye.right, -0.6);
    context.setTransform(1, 0, 0, 1, 0, 0);
    draw(context, this.space, eye.camera, pixels, this.planes);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.axes.drawText(context, eye, theme);
  }

  /**
   * Puts what can be seen through in order, farthest first. A body's back is as far as its farthest corner and its
   * front as near as its nearest one, which is right for convex bodies beside and inside one another.
   */
  private sortClear(): void {
    const clear = this.bodies.filter((body): body is Polygons => body instanceof Polygons && body.isClear);
    const layers = clear.flatMap((body) => {
      const [near, far] = body.depths(this.eye.back);
      return [{ body, part: 0, depth: far }, { body, part: 1, depth: near }];
    });
    layers.sort((a, b) => {
      if (Math.abs(a.depth - b.depth) > 1e-4) return b.depth - a.depth;
      if (a.part !== b.part) return a.part - b.part;
      return a.part === 0 ? b.body.area - a.body.area : a.body.area - b.body.area;
    });
    for (const body of clear) {
      const place = (half: number): number => layers.findIndex((layer) => layer.body === body && layer.part === half);
      body.setOrder(1 + place(0), 1 + place(1));
    }
  }
}

function inside({ half }: Frame): Plane[] {
  const sides = [-1, 1].flatMap((sign) => [0, 1, 2].map((part) => ({ sign, part })));
  return sides.map(({ sign, part }) => {
    const normal = new Vector3().setComponent(part, sign);
    // A hair outside the box, so that what lies in a wall stays.
    return new Plane(normal, half[part]! + 1e-4);
  });
}
