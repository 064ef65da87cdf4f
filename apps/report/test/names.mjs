// Prints the names that the page knows as JSON: kinds of marks and of shapes, colours, dashes and relations. A test of the
// whole project (tests/test_names.py) compares them with the tables of stickslip/record.
import { fileURLToPath } from "node:url";

import esbuild from "esbuild";

const built = await esbuild.build({
  stdin: {
    contents: `
      export { shades } from "./colour/shades";
      export { dashes } from "./figure/marks/drawing";
      export { kinds as marks } from "./figure/marks/kinds";
      export { kinds as shapes } from "./scene/kinds";
      export { relations } from "./table/checks";`,
    resolveDir: fileURLToPath(new URL("../src", import.meta.url)),
  },
  bundle: true,
  write: false,
  format: "esm",
});
const { shades, dashes, marks, shapes, relations } = await import(
  `data:text/javascript,${encodeURIComponent(built.outputFiles[0].text)}`
);
console.log(
  JSON.stringify({
    Colour: Object.keys(shades),
    Dash: Object.keys(dashes),
    MarkKind: Object.keys(marks),
    Relation: Object.keys(relations),
    ShapeKind: Object.keys(shapes),
    shapes,
  }),
);
