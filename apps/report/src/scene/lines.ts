// Straight lines of a width in pixels, which WebGL does not have by itself: each is a rectangle that faces the eye.
import {
  BufferAttribute,
  Color,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  ShaderMaterial,
  Vector2,
  Vector3,
} from "three";

// A line may be the edge between two facets, with their outward normals. `facing` asks for all lines (0), those that
// can be seen (1: an edge of a facet turned towards the eye), or those at the back (−1).
const vertex = `
attribute vec3 start;
attribute vec3 end;
attribute vec3 normal1;
attribute vec3 normal2;
attribute float strength;
uniform vec2 viewport;
uniform float width;
uniform float facing;
uniform vec3 eye;
varying float fade;
#include <clipping_planes_pars_vertex>
void main() {
  bool isSeen = max(dot(normal1, eye - start), dot(normal2, eye - start)) > 0.0;
  if (facing != 0.0 && isSeen != (facing > 0.0)) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  fade = strength;
  vec4 mvPosition = modelViewMatrix * vec4(mix(start, end, position.y), 1.0);
  vec4 from = projectionMatrix * modelViewMatrix * vec4(start, 1.0);
  vec4 to = projectionMatrix * modelViewMatrix * vec4(end, 1.0);
  vec2 way = (to.xy / to.w - from.xy / from.w) * viewport;
  float reach = length(way);
  vec2 along = reach > 0.0 ? way / reach : vec2(1.0, 0.0);
  vec2 across = vec2(-along.y, along.x);
  vec4 place = mix(from, to, position.y);
  // Half a width beyond the ends, so that lines which meet leave no notch.
  place.xy += (across * position.x + along * (2.0 * position.y - 1.0)) * width / viewport * place.w;
  // A hair nearer, so that a line on a surface is seen whole.
  place.z -= 2e-3 * place.w;
  gl_Position = place;
  #include <clipping_planes_vertex>
}`;

const fragment = `
uniform vec3 colour;
uniform float opacity;
varying float fade;
#include <clipping_planes_pars_fragment>
void main() {
  #include <clipping_planes_fragment>
  gl_FragColor = vec4(colour, opacity * fade);
  #include <colorspace_fragment>
}`;

export interface Segments {
  /** x, y, z of each line's two ends. */
  starts: Float32Array;
  ends: Float32Array;
  normals?: [Float32Array, Float32Array];
  /** Parts of the opacity; 1 where absent. */
  strengths?: Float32Array;
}

export class Lines extends Mesh<InstancedBufferGeometry, ShaderMaterial> {
  constructor({ starts, ends, normals, strengths }: Segments, opacity: number, facing = 0) {
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array([-1, 0, 0, 1, 0, 0, -1, 1, 0, 1, 1, 0]), 3));
    geometry.setIndex([0, 1, 2, 2, 1, 3]);
    geometry.setAttribute("start", new InstancedBufferAttribute(starts, 3));
    geometry.setAttribute("end", new InstancedBufferAttribute(ends, 3));
    const full = (): Float32Array => new Float32Array(starts.length / 3).fill(1);
    geometry.setAttribute("strength", new InstancedBufferAttribute(strengths ?? full(), 1));
    if (normals) {
      geometry.setAttribute("normal1", new InstancedBufferAttribute(normals[0], 3));
      geometry.setAttribute("normal2", new InstancedBufferAttribute(normals[1], 3));
    }
    geometry.instanceCount = starts.length / 3;
    super(
      geometry,
      new ShaderMaterial({
        vertexShader: vertex,
        fragmentShader: fragment,
        uniforms: {
          viewport: { value: new Vector2() },
          width: { value: 1 },
          facing: { value: facing },
          eye: { value: new Vector3() },
          colour: { value: new Color() },
          opacity: { value: opacity },
        },
        transparent: opacity < 1,
        depthWrite: opacity === 1,
        clipping: true,
        side: 2,
      }),
    );
    this.frustumCulled = false;
  }

  /** In a colour, or in a darker one for a brightness below 1. */
  paint(colour: string, brightness = 1): void {
    (this.material.uniforms.colour!.value as Color).set(colour).multiplyScalar(brightness);
  }

  /** Before each picture: its size and the width of the lines, in its own pixels, and the eye, seen from the lines. */
  prepare(width: number, viewport: Vector2, eye: Vector3): void {
    const { uniforms } = this.material;
    uniforms.width!.value = width;
    (uniforms.viewport!.value as Vector2).copy(viewport);
    (uniforms.eye!.value as Vector3).copy(eye);
  }
}
