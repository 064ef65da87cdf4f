// What is under the pointer: a dot, a row of a curve or an end of an arrow near by, else the surface it points at.
import { Raycaster, Vector2, Vector3 } from "three";

import type { Body } from "./body";
import type { Vector } from "./motion";
import { Polygons } from "./polygons";
import type { Stage } from "./stage";

export interface Picked {
  body: Body;
  /** The values of the columns there. */
  values: Vector;
  /** Where it is in the picture [px]. */
  place: [number, number];
}

/** [px] from a row that still count as on it. */
const reach = 9;
/** Beyond so many corners and rows, looking for what is under the pointer would make it lag. */
const most = 400_000;

const ray = new Raycaster();

export function pick({ bodies, eye, frame }: Stage, x: number, y: number): Picked | null {
  ray.setFromCamera(new Vector2((2 * x) / eye.size.width - 1, 1 - (2 * y) / eye.size.height), eye.camera);
  const shown = bodies.filter((body) => body.object.visible && body.size <= most);
  const origin = new Vector3().setFromMatrixPosition(eye.camera.matrix);
  let surface: { body: Body; point: Vector3; distance: number } | null = null;
  let wall = Infinity;
  for (const body of shown) {
    if (!(body instanceof Polygons)) continue;
    for (const { point, distance } of ray.intersectObjects(body.faces, false)) {
      if (frame.half.some((half, part) => Math.abs(point.getComponent(part)) > half * 1.001)) continue;
      if (!body.isClear) wall = Math.min(wall, distance);
      if (!surface || distance < surface.distance) surface = { body, point, distance };
    }
  }
  let nearest: { body: Body; mark: Vector } | null = null;
  let least = reach;
  for (const body of shown) {
    for (const mark of body.marks()) {
      const [right, down] = eye.project(...mark);
      const distance = Math.hypot(right - x, down - y);
      // What an opaque surface covers is not there for the pointer.
      if (distance > least || origin.distanceTo(new Vector3(...mark)) > wall + 0.02) continue;
      least = distance;
      nearest = { body, mark };
    }
  }
  if (nearest) {
    return { body: nearest.body, values: frame.columns(...nearest.mark), place: eye.project(...nearest.mark) };
  }
  if (!surface) return null;
  const { body, point } = surface;
  return { body, values: frame.columns(point.x, point.y, point.z), place: [x, y] };
}
