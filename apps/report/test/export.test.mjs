import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import { executable, flags, launch } from "./browser.mjs";
import { axis, explorer, figure, mark, panel, report, result, scene, series, shape } from "./fixture.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** The pictures of a report, taken from it as the command takes them. */
function exported(document, format) {
  const profile = mkdtempSync(join(tmpdir(), "stickslip-report-"));
  try {
    const address = `${pathToFileURL(browser.write(document)).href}#export=${format}`;
    const options = ["--headless", ...flags, `--user-data-dir=${profile}`, "--dump-dom"];
    const page = execFileSync(executable, [...options, address], {
      maxBuffer: 1 << 28,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    assert.ok(!page.includes('id="column-'), "the data are gone");
    return JSON.parse(/<pre id="export">([^<]*)<\/pre>/.exec(page)[1]);
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
}

const bad = '<b>&amp; "x" </pre><script>window.hacked=1</script>';
const loop = series("loop", {
  "t [s]": [0, 1, 2, 3],
  "x [m]": [0, 1, 0, -1],
  "y [m]": [1, 0, -1, 0],
  z: [0, 0.5, 1, 1.5],
});
const five = series("five", { x: [0, 1], min: [1, 2], q1: [2, 3], median: [3, 4], q3: [4, 5], max: [6, 7] });
const document = report(
  result("first", {
    series: [loop, five],
    figures: [
      figure(
        "two",
        [
          panel(
            [
              mark("line", "loop", ["t", "x"], { label: "x <&> y", colour: "blue" }),
              mark("points", "loop", ["t", "y"], { label: "dots", colour: "red" }),
              mark("segments", "loop", ["t", "x", "t", "y"], { colour: "green", dash: "dashed" }),
              mark("error_bars", "loop", ["t", "x", "y", "z"], { colour: "purple" }),
            ],
            { title: bad, x: axis("time", { unit: "s" }), labels: [{ x: 1, y: 0, text: bad }] },
          ),
          panel([mark("heat_map", "loop", ["x", "y", "t"])], { equal_axes: true }),
          panel([mark("boxes", "five", ["x", "min", "q1", "median", "q3", "max"], { label: "box" })], {
            x: axis("place", { categories: ["here", "there"] }),
            y: axis("size", { log: true }),
          }),
        ],
        { title: bad },
      ),
      figure("blank", []),
    ],
    scenes: [scene("room", [shape("curve", "loop", ["x", "y", "z"], { label: "path" })])],
  }),
  result("second", {
    series: [loop],
    figures: [figure("one", [panel([mark("line", "loop", ["x", "y"])])])],
    explorers: [explorer("rows", "loop", ["t", "x", "y", "z"], { title: bad, rows: bad })],
  }),
);
/** The place of a result in the report, and the name of its picture. */
const names = [
  [0, "two"],
  [0, "blank"],
  [0, "room"],
  [1, "one"],
  [1, "rows"],
];

test("pictures in PNG", async () => {
  const pictures = exported(document, "png");
  assert.deepEqual(pictures.map(({ result: from, name }) => [from, name]), names);
  assert.ok(pictures.every(({ format }) => format === "png"));
  const { page, close } = await browser.open(report());
  const seen = await page.evaluate(async (contents) => {
    const colours = { blue: [58, 110, 165], red: [217, 72, 95], green: [31, 122, 51], purple: [163, 50, 111] };
    const all = [];
    for (const content of contents) {
      const image = new Image();
      image.src = `data:image/png;base64,${content}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.width, image.height];
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      const counts = { width: image.width, clear: 0, ink: 0 };
      for (const name of Object.keys(colours)) counts[name] = 0;
      for (let i = 0; i < data.length; i += 4) {
        if (data[i + 3] < 255) ++counts.clear;
        if (data[i] + data[i + 1] + data[i + 2] < 700) ++counts.ink;
        for (const [name, colour] of Object.entries(colours)) {
          if (colour.every((part, k) => Math.abs(part - data[i + k]) < 10)) ++counts[name];
        }
      }
      all.push(counts);
    }
    return all;
  }, pictures.map(({ content }) => content));
  await close();
  const [two, , room, one, rows] = seen;
  assert.equal(two.width, 1600);
  assert.equal(two.clear, 0, "white, not transparent");
  for (const name of ["blue", "red", "green", "purple"]) assert.ok(two[name] > 100, `${two[name]} pixels of ${name}`);
  assert.ok(one.blue > 500);
  assert.ok(room.ink > 500);
  assert.ok(rows.blue > 50 && rows.ink > 2000 && rows.clear === 0, JSON.stringify(rows));
});

test("pictures in SVG", async () => {
  const pictures = exported(document, "svg");
  assert.deepEqual(pictures.map(({ result: from, name }) => [from, name]), names);
  assert.deepEqual(pictures.map(({ format }) => format), ["svg", "svg", "png", "svg", "svg"]);
  const { page, errors, close } = await browser.open(report());
  const seen = await page.evaluate(
    (texts) =>
      texts.map((text) => {
        const { documentElement: root } = new DOMParser().parseFromString(text, "image/svg+xml");
        const strokes = [...root.querySelectorAll("path[stroke]")];
        return {
          root: root.nodeName,
          broken: root.querySelectorAll("parsererror").length,
          foreign: root.querySelectorAll("script, foreignObject, [style], [onload]").length,
          texts: [...root.querySelectorAll("text")].map((element) => element.textContent),
          strokes: [...new Set(strokes.map((path) => path.getAttribute("stroke")))],
          numbers: strokes.every((path) => !/NaN|Infinity|undefined/.test(path.getAttribute("d"))),
          images: [...root.querySelectorAll("image")].map((image) => image.getAttribute("href").slice(0, 22)),
        };
      }),
    pictures.filter(({ format }) => format === "svg").map(({ content }) => content),
  );
  await close();
  assert.deepEqual(errors, []);
  for (const picture of seen) {
    assert.equal(picture.root, "svg");
    assert.equal(picture.broken, 0);
    assert.equal(picture.foreign, 0);
    assert.ok(picture.numbers);
  }
  const [two, blank, one, rows] = seen;
  for (const text of [bad, "x <&> y", "dots", "time [s]", "here", "there", "box", "x"]) {
    assert.ok(two.texts.includes(text), `${text} among ${two.texts.join(" | ")}`);
  }
  for (const colour of ["#3a6ea5", "#1f7a33", "#a3326f"]) assert.ok(two.strokes.includes(colour), colour);
  assert.deepEqual(two.images, ["data:image/png;base64,"]);
  assert.deepEqual(blank.texts, ["Title of blank"]);
  assert.ok(one.strokes.includes("#3a6ea5"));
  for (const text of [bad, "t [s]", "x [m]", "y [m]", "z", `4 ${bad}`]) assert.ok(rows.texts.includes(text), text);
  assert.deepEqual(rows.images, ["data:image/png;base64,"], "the lines of rows");
});
