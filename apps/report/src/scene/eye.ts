// Where a scene is seen from. The eye keeps its distance; nearer and farther is a matter of the lens alone, so it never
// gets into what it looks at, and moving the picture is moving it in its plane.
import { Matrix4, PerspectiveCamera, Vector3 } from "three";

import type { Vector } from "./motion";

export interface Viewpoint {
  /** [rad] from the x axis towards y. */
  azimuth: number;
  /** [rad] above the plane of x and y. */
  elevation: number;
  zoom: number;
  /** [px] of the picture to the right and down. */
  shift: [number, number];
}

/** [px] of a picture, and what its edges leave free for the text at the axes. */
export interface Size {
  width: number;
  height: number;
  /** [px] at the top that are left to others. */
  head: number;
  top: number;
  bottom: number;
  side: number;
}

export function sizeOf(width: number, height: number, top = 0): Size {
  return { width, height, head: top, top: top + 24, bottom: 54, side: Math.max(34, Math.min(60, 0.08 * width)) };
}

const distance = 7;
const signs = [-1, 1];
const corners = signs.flatMap((x) => signs.flatMap((y) => signs.map((z) => [x, y, z] as Vector)));

export class Eye {
  readonly camera = new PerspectiveCamera();
  readonly right = new Vector3();
  readonly up = new Vector3();
  /** Towards the eye, of length 1. */
  readonly back = new Vector3();
  /** Drawn length of one pixel of the picture in the middle of the box. */
  pixel = 1;
  size: Size = sizeOf(1, 1);
  private readonly scratch = new Vector3();

  constructor(private readonly half: Vector) {
    this.camera.near = distance - 2;
    this.camera.far = distance + 2;
    this.camera.matrixAutoUpdate = false;
  }

  /** Looks at the box; at zoom 1 all of it can be seen, and at the first viewpoint it fills the picture. */
  aim(now: Viewpoint, first: Viewpoint, size: Size): void {
    this.size = size;
    const firstLens = this.fit(first).lens;
    const { lens, middle } = this.fit(now);
    const focus = Math.min(lens, firstLens) * now.zoom;
    this.pixel = distance / focus;
    const { width, height, top, bottom } = size;
    this.camera.fov = (2 * Math.atan(height / 2 / focus) * 180) / Math.PI;
    this.camera.aspect = width / height;
    const right = now.shift[0] - middle[0] * focus;
    const down = now.shift[1] + middle[1] * focus + (top - bottom) / 2;
    this.camera.setViewOffset(width, height, -right, -down, width, height);
    this.camera.matrix
      .makeBasis(this.right, this.up, this.back)
      .premultiply(new Matrix4().makeTranslation(this.scratch.copy(this.back).multiplyScalar(distance)));
    this.camera.updateMatrixWorld(true);
  }

  /** Where a place of the drawing is in the picture. */
  project(x: number, y: number, z: number): [number, number] {
    this.scratch.set(x, y, z).project(this.camera);
    return [((1 + this.scratch.x) / 2) * this.size.width, ((1 - this.scratch.y) / 2) * this.size.height];
  }

  /** The lens with which the box fills the picture, and where the middle of the box is then, for a lens of 1. */
  private fit({ azimuth, elevation }: Viewpoint): { lens: number; middle: [number, number] } {
    const [cosine, sine] = [Math.cos(elevation), Math.sin(elevation)];
    this.right.set(-Math.sin(azimuth), Math.cos(azimuth), 0);
    this.up.set(-sine * Math.cos(azimuth), -sine * Math.sin(azimuth), cosine);
    this.back.set(cosine * Math.cos(azimuth), cosine * Math.sin(azimuth), sine);
    const [across, along]: number[][] = [[], []];
    for (const [x, y, z] of corners) {
      this.scratch.set(x * this.half[0], y * this.half[1], z * this.half[2]);
      const depth = distance - this.scratch.dot(this.back);
      across!.push(this.scratch.dot(this.right) / depth);
      along!.push(this.scratch.dot(this.up) / depth);
    }
    const [left, right] = [Math.min(...across!), Math.max(...across!)];
    const [low, high] = [Math.min(...along!), Math.max(...along!)];
    const width = Math.max(this.size.width - 2 * this.size.side, 1);
    const height = Math.max(this.size.height - this.size.top - this.size.bottom, 1);
    return {
      lens: Math.min(width / (right - left), height / (high - low)),
      middle: [(left + right) / 2, (low + high) / 2],
    };
  }
}
