// Round dots, of the same size wherever they are.
import { BufferAttribute, BufferGeometry, Color, Points, ShaderMaterial } from "three";

import { Body, Local, type Given, type Shot } from "./body";
import type { Pose, Vector } from "./motion";
import { countUntil } from "./rows";

const vertex = `
uniform float size;
#include <clipping_planes_pars_vertex>
void main() {
  vec4 mvPosition = modelViewMatrix * vec4(position, 1.0);
  gl_Position = projectionMatrix * mvPosition;
  gl_Position.z -= 3e-3 * gl_Position.w;
  gl_PointSize = size;
  #include <clipping_planes_vertex>
}`;

const fragment = `
uniform vec3 colour;
uniform float opacity;
uniform float size;
#include <clipping_planes_pars_fragment>
void main() {
  float inside = size * (0.5 - length(gl_PointCoord - 0.5));
  if (inside <= 0.0) discard;
  vec4 diffuseColor = vec4(colour, opacity * min(inside, 1.0));
  // A dot is inside the box or not, as a whole.
  #undef ALPHA_TO_COVERAGE
  #include <clipping_planes_fragment>
  gl_FragColor = diffuseColor;
  #include <colorspace_fragment>
}`;

export class Dots extends Body {
  private readonly local: Local;
  private readonly points: Points<BufferGeometry, ShaderMaterial>;

  constructor(given: Given) {
    super(given);
    this.local = new Local(this.rows.places);
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(this.local.values, 3));
    const material = new ShaderMaterial({
      vertexShader: vertex,
      fragmentShader: fragment,
      uniforms: { size: { value: 1 }, colour: { value: new Color() }, opacity: { value: this.opacity } },
      transparent: true,
      depthWrite: this.opacity === 1,
      // Smooth rims that hide only as much of what is drawn later as they cover.
      alphaToCoverage: this.opacity === 1,
      clipping: true,
    });
    this.points = new Points(geometry, material);
    this.points.frustumCulled = false;
    // Before what can be seen through, which then lies over them.
    this.points.renderOrder = -1;
    this.object.add(this.points);
  }

  protected place(pose: Pose, now: number): void {
    this.local.matrix(this.frame, pose, this.object.matrix);
    this.object.updateMatrixWorld(true);
    if (!this.rows.times) return;
    const known = countUntil(this.rows.times, now);
    this.points.geometry.setDrawRange(Math.max(known - 1, 0), Math.min(known, 1));
  }

  protected paint(colour: string): void {
    (this.points.material.uniforms.colour!.value as Color).set(colour);
  }

  prepare({ ratio }: Shot): void {
    const count = this.rows.times ? 1 : this.rows.places.length / 3;
    this.points.material.uniforms.size!.value = ratio * (count > 20000 ? 2 : count > 2000 ? 4 : count > 200 ? 6 : 9);
  }

  *marks(): Iterable<Vector> {
    const { start, count } = this.points.geometry.drawRange;
    const end = Math.min(start + count, this.rows.places.length / 3);
    for (let row = start; row < end; ++row) yield this.drawn(row, this.pose!);
  }

  drawSample(context: CanvasRenderingContext2D, x: number, y: number): void {
    context.arc(x + 9, y, 4.5, 0, 2 * Math.PI);
    context.fill();
  }
}
