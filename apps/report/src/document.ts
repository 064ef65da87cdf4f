// What the command puts into a page: results with their series, tables, figures, scenes and explorers. The C++ headers of
// stickslip/record say what each field means; this file mirrors them, and the two must change together. The names of kinds,
// colours, dashes and relations are those of the tables that draw them, which a test compares with the tables of C++.
//
// The page holds the document as JSON in <script id="document">, and each column of numbers on its own, in
// <script id="column-N">: base64 of zlib-compressed 64-bit floats, little-endian, first the first bytes of all numbers, then
// their second bytes, and so on (numbers that change slowly compress better that way).

import type { Colour } from "./colour/shades";
import type { Dash } from "./figure/marks/drawing";
import type { MarkKind } from "./figure/marks/kinds";
import type { ShapeKind } from "./scene/kinds";
import type { Relation } from "./table/checks";

/** A number, or the text "nan", "inf" or "-inf", which JSON has no numbers for. */
export type Numeral = number | "nan" | "inf" | "-inf";

export interface Report {
  format: 1;
  version: string;
  made: string;
  results: Result[];
}

export interface Result {
  name: string;
  title: string;
  source: string;
  version: string;
  made: string;
  seconds: number;
  skipped: string;
  parameters: Parameter[];
  series: Series[];
  checks: Check[];
  tables: Table[];
  figures: Figure[];
  scenes: Scene[];
  explorers: Explorer[];
}

export interface Parameter {
  name: string;
  value: Numeral | { text: string };
  unit: string;
}

export interface Series {
  name: string;
  title: string;
  rows: number;
  columns: Column[];
}

export interface Column {
  name: string;
  unit: string;
  /** N of the <script id="column-N"> that holds the values. */
  data: number;
}

export interface Check {
  quantity: string;
  unit: string;
  relation: Relation;
  published: Numeral;
  measured: Numeral;
  tolerance: Numeral;
  passed: boolean;
}

export interface Table {
  title: string;
  series: string;
  row_labels: string[];
  labels_are_commands: boolean;
}

export interface Axis {
  label: string;
  unit: string;
  factor: number;
  log: boolean;
  min: number | null;
  max: number | null;
  categories: string[];
}

export interface RowFilter {
  column: string;
  value: number;
}

export interface Mark {
  kind: MarkKind;
  series: string;
  columns: string[];
  label: string;
  colour: Colour | null;
  dash: Dash;
  only: RowFilter | null;
}

export interface Label {
  x: number;
  y: number;
  text: string;
}

export interface Panel {
  title: string;
  x: Axis;
  y: Axis;
  marks: Mark[];
  equal_axes: boolean;
  labels: Label[];
}

export interface Figure {
  name: string;
  title: string;
  caption: string;
  columns: number;
  panels: Panel[];
}

export interface Motion {
  series: string;
  columns: string[];
}

export interface Shape {
  kind: ShapeKind;
  series: string;
  columns: string[];
  label: string;
  colour: Colour | null;
  opacity: number;
  length: number;
  only: RowFilter | null;
  motion: Motion | null;
}

export interface Scene {
  name: string;
  title: string;
  caption: string;
  x: Axis;
  y: Axis;
  z: Axis;
  shapes: Shape[];
  equal_axes: boolean;
  azimuth: number;
  elevation: number;
}

export interface Explorer {
  name: string;
  title: string;
  caption: string;
  series: string;
  columns: string[];
  axes: Axis[];
  colour_by: string;
  rows: string;
}
