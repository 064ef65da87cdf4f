// Triangles and edges of flat facets, which all look outwards as far as there is an outside.
import type { Segments } from "./lines";
import type { Vector } from "./motion";

/** [rad] between the facets of an edge that is drawn in full. */
const sharp = Math.PI / 9;
/** Of more facets than these, edges would be a veil over the form. */
const mostFacets = 20_000;

export interface Mesh {
  /** x, y, z of three corners after three. */
  triangles: Float32Array;
  segments: Segments;
  /** In the drawing. */
  area: number;
}

interface Edge {
  rows: [number, number];
  normals: Vector[];
}

/** The scale leads from the values to the drawing. */
export function meshOf(values: Float32Array, facets: Uint32Array, scale: Vector): Mesh {
  const count = facets.length - 1;
  const centre = middle(values);
  const triangles = new Float32Array(9 * (values.length / 3 - 2 * count));
  const edges = new Map<string, Edge>();
  const names = count <= mostFacets ? cornerNames(values) : null;
  let filled = 0;
  let area = 0;
  for (let facet = 0; facet < count; ++facet) {
    const rows = Array.from({ length: facets[facet + 1]! - facets[facet]! }, (_, place) => facets[facet]! + place);
    const normal = normalOf(values, rows);
    const outwards = normal.reduce((sum, part, axis) => sum + part * (values[3 * rows[0]! + axis]! - centre[axis]!), 0);
    if (outwards < 0) {
      rows.reverse();
      for (const axis of [0, 1, 2] as const) normal[axis] *= -1;
    }
    area += drawnArea(normal, scale);
    for (let place = 1; place + 1 < rows.length; ++place) {
      for (const row of [rows[0]!, rows[place]!, rows[place + 1]!]) {
        for (let axis = 0; axis < 3; ++axis) triangles[filled++] = values[3 * row + axis]!;
      }
    }
    if (!names) continue;
    rows.forEach((row, place) => {
      const next = rows[(place + 1) % rows.length]!;
      const name = [names[row]!, names[next]!].sort((a, b) => a - b).join();
      const known = edges.get(name);
      if (known) known.normals.push(normal);
      else edges.set(name, { rows: [row, next], normals: [normal] });
    });
  }
  return { triangles, segments: segmentsOf(values, [...edges.values()], scale), area };
}

function middle(values: Float32Array): Vector {
  const sum: Vector = [0, 0, 0];
  values.forEach((value, at) => (sum[at % 3]! += value / (values.length / 3)));
  return sum;
}

/** A number for each row, the same for corners at the same place. */
function cornerNames(values: Float32Array): Uint32Array {
  const known = new Map<string, number>();
  return Uint32Array.from({ length: values.length / 3 }, (_, row) => {
    const key = [0, 1, 2].map((axis) => Math.round(1e5 * values[3 * row + axis]!)).join();
    const name = known.get(key) ?? known.size;
    known.set(key, name);
    return name;
  });
}

/** Across a polygon, as long as twice its area. */
function normalOf(values: Float32Array, rows: number[]): Vector {
  const normal: Vector = [0, 0, 0];
  const part = (row: number, axis: number): number => {
    return values[3 * row + (axis % 3)]! - values[3 * rows[0]! + (axis % 3)]!;
  };
  for (let place = 1; place + 1 < rows.length; ++place) {
    const [a, b] = [rows[place]!, rows[place + 1]!];
    for (const axis of [0, 1, 2] as const) {
      normal[axis] += part(a, axis + 1) * part(b, axis + 2) - part(a, axis + 2) * part(b, axis + 1);
    }
  }
  return normal;
}

/** The area of a polygon with such a normal once its axes are scaled. */
function drawnArea(normal: Vector, scale: Vector): number {
  const [x, y, z] = scale;
  return Math.hypot(normal[0] * y * z, normal[1] * z * x, normal[2] * x * y) / 2;
}

/** The less a surface bends at an edge, the fainter that is, and not there at last: edges show a form, not its mesh. */
function segmentsOf(values: Float32Array, edges: Edge[], scale: Vector): Segments {
  const strength = ({ normals }: Edge): number => {
    if (normals.length < 2) return 1;
    const [a, b] = normals.map((normal) => normal.map((part, axis) => part / scale[axis]!));
    const cosine = a!.reduce((sum, part, axis) => sum + part * b![axis]!, 0) / (Math.hypot(...a!) * Math.hypot(...b!));
    return Math.min(1, Math.acos(Math.max(-1, Math.min(1, cosine || 0))) / sharp);
  };
  const drawn = edges.filter((edge) => strength(edge) > 0.05);
  const flat = (pick: (edge: Edge) => ArrayLike<number>): Float32Array => {
    const all = new Float32Array(3 * drawn.length);
    drawn.forEach((edge, place) => all.set(pick(edge), 3 * place));
    return all;
  };
  const corner = (row: number): Float32Array => values.subarray(3 * row, 3 * row + 3);
  return {
    starts: flat(({ rows }) => corner(rows[0])),
    ends: flat(({ rows }) => corner(rows[1])),
    normals: [flat(({ normals }) => normals[0]!), flat(({ normals }) => normals[1] ?? normals[0]!)],
    strengths: Float32Array.from(drawn, strength),
  };
}
