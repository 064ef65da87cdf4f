// Documents for the tests: the page filled as the command fills it, and short ways to write the parts of a document.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));

/** The page without data, built from the sources as they are now. */
export function template() {
  const folder = mkdtempSync(join(tmpdir(), "stickslip-report-"));
  try {
    const page = join(folder, "report.html");
    execFileSync(process.execPath, [join(here, "..", "build.mjs"), page]);
    return readFileSync(page, "utf8");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** First the first bytes of all numbers, then their second bytes, and so on; compressed; as base64. */
function packed(values) {
  const numbers = Float64Array.from(values);
  const bytes = new Uint8Array(numbers.buffer);
  const shuffled = new Uint8Array(bytes.length);
  for (let row = 0; row < numbers.length; ++row) {
    for (let byte = 0; byte < 8; ++byte) shuffled[byte * numbers.length + row] = bytes[8 * row + byte];
  }
  return deflateSync(shuffled, { level: 1 }).toString("base64");
}

function numeral(_, value) {
  if (typeof value !== "number" || Number.isFinite(value)) return value;
  return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

/** The page with this document in it. Columns hold their numbers in `values`. */
export function fill(page, report) {
  const scripts = [];
  const results = report.results.map((result) => ({
    ...result,
    series: result.series.map(({ name, title, columns }) => ({
      name,
      title,
      rows: columns[0].values.length,
      columns: columns.map((column) => {
        const data = scripts.length;
        scripts.push(`<script type="text/plain" id="column-${data}">${packed(column.values)}</script>`);
        return { name: column.name, unit: column.unit, data };
      }),
    })),
  }));
  const json = JSON.stringify({ ...report, results }, numeral).replaceAll("<", "\\u003c");
  const data = [`<script type="application/json" id="document">${json}</script>`, ...scripts].join("\n");
  return page.replace("<!--data-->", () => data);
}

export const report = (...results) => ({ format: 1, version: "1.2.3", made: "2026-11-16T08:00:00Z", results });

export const result = (name, parts = {}) => ({
  name,
  title: `Title of ${name}`,
  source: `Source of ${name}`,
  version: "1.2.3",
  made: "2026-11-16T07:59:00Z",
  seconds: 1.5,
  skipped: "",
  parameters: [],
  series: [],
  checks: [],
  tables: [],
  figures: [],
  scenes: [],
  explorers: [],
  ...parts,
});

/** series("loop", { "x [mm]": [0, 1], y: [2, 3] }): a name without a unit is a pure number. */
export const series = (name, columns, title = `Title of ${name}`) => ({
  name,
  title,
  columns: Object.entries(columns).map(([header, values]) => {
    const [, column, unit = "1"] = /^(.*?)(?: \[([^\]]*)\])?$/s.exec(header);
    return { name: column, unit, values };
  }),
});

export const axis = (label = "", parts = {}) => ({
  label,
  unit: "1",
  factor: 1,
  log: false,
  min: null,
  max: null,
  categories: [],
  ...parts,
});

export const mark = (kind, seriesName, columns, parts = {}) => ({
  kind,
  series: seriesName,
  columns,
  label: "",
  colour: null,
  dash: "solid",
  only: null,
  ...parts,
});

export const panel = (marks, parts = {}) => ({
  title: "",
  x: axis("x"),
  y: axis("y"),
  marks,
  equal_axes: false,
  labels: [],
  ...parts,
});

export const figure = (name, panels, parts = {}) => ({
  name,
  title: `Title of ${name}`,
  caption: `Caption of ${name}.`,
  columns: 0,
  panels,
  ...parts,
});

export const shape = (kind, seriesName, columns, parts = {}) => ({
  kind,
  series: seriesName,
  columns,
  label: "",
  colour: null,
  opacity: 1,
  length: 1,
  only: null,
  motion: null,
  ...parts,
});

export const scene = (name, shapes, parts = {}) => ({
  name,
  title: `Title of ${name}`,
  caption: `Caption of ${name}.`,
  x: axis("x"),
  y: axis("y"),
  z: axis("z"),
  shapes,
  equal_axes: true,
  azimuth: -50,
  elevation: 25,
  ...parts,
});

export const explorer = (name, seriesName, columns, parts = {}) => ({
  name,
  title: `Title of ${name}`,
  caption: `Caption of ${name}.`,
  series: seriesName,
  columns,
  axes: [],
  colour_by: "",
  rows: "rows",
  ...parts,
});

export const table = (seriesName, parts = {}) => ({
  title: "",
  series: seriesName,
  row_labels: [],
  labels_are_commands: false,
  ...parts,
});
