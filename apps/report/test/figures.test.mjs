import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";

import esbuild from "esbuild";

import { launch } from "./browser.mjs";
import { axis, figure, mark, panel, report, result, series } from "./fixture.mjs";
import { hover, ink, light, pixel, plot, view } from "./plots.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Opens a report of one figure, checks at the end that the page had nothing to complain about. */
async function withFigure(allSeries, panels, check, options) {
  const opened = await browser.open(
    report(result("one", { series: allSeries, figures: [figure("fig", panels)] })),
    options,
  );
  try {
    await check(opened.page);
    assert.deepEqual(opened.errors, []);
    assert.deepEqual(opened.requests, []);
  } finally {
    await opened.close();
  }
}

const near = (actual, expected, tolerance, what) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${what}: ${actual} is not within ${tolerance} of ${expected}`);

const wave = series("wave", {
  "t [s]": Array.from({ length: 101 }, (_, i) => i / 100),
  "x [m]": Array.from({ length: 101 }, (_, i) => 0.002 * Math.sin(i / 10)),
});
const decay = series("decay", { n: [1, 10, 100, 1000], "e [1]": [1, 0.1, 0.01, 0.001], zero: [0, 1, -1, 2] });

test("every kind of mark leaves ink in its colour", async () => {
  const five = { x: [0, 1], min: [1, 2], q1: [2, 3], median: [3, 4], q3: [4, 5], max: [6, 7] };
  const cells = { x: [0, 1, 0, 1], y: [0, 0, 1, 1], v: [0, 1, 2, 3] };
  const stars = { x: [1, 2, 3], y: [1, 3, 2], lo: [0.5, 2, 1], hi: [1.5, 4, 3], x2: [2, 3, 1], y2: [2, 1, 1] };
  const kinds = [
    mark("line", "stars", ["x", "y"], { colour: "blue" }),
    mark("points", "stars", ["x", "y"], { colour: "red" }),
    mark("segments", "stars", ["x", "y", "x2", "y2"], { colour: "green" }),
    mark("error_bars", "stars", ["x", "y", "lo", "hi"], { colour: "purple" }),
    mark("boxes", "five", ["x", "min", "q1", "median", "q3", "max"], { colour: "cyan" }),
    mark("line", "stars", ["x", "y"], { colour: "ink", dash: "dashed" }),
    mark("line", "stars", ["x", "y"], { colour: "yellow", dash: "dotted" }),
  ];
  const map = mark("heat_map", "cells", ["x", "y", "v"]);
  const all = [series("stars", stars), series("five", five), series("cells", cells)];
  await withFigure(all, [...kinds, map].map((one) => panel([one])), async (page) => {
    for (const [index, { kind, colour }] of kinds.entries()) {
      const least = { points: 30, line: 100, segments: 100, error_bars: 100, boxes: 100 }[kind];
      assert.ok((await ink(page, index, light[colour])) >= least, `${kind} in ${colour}`);
    }
    // The lowest value, the highest, and those in between.
    const ends = [
      [68, 1, 84],
      [253, 231, 37],
    ];
    for (const colour of ends) assert.ok((await ink(page, kinds.length, colour)) > 1000, `cells of ${colour}`);
    const { width, height } = await view(page, kinds.length);
    assert.ok((await ink(page, kinds.length)) > 0.8 * width * height, "the cells fill the plot");
  });
});

test("a line is interrupted where there is no number", async () => {
  const gap = series("gap", { x: [0, 1, 2, 3], y: [0, 0, NaN, 0], z: [0, 0, 0, 0] });
  const panels = ["y", "z"].map((name) => panel([mark("line", "gap", ["x", name])]));
  await withFigure([gap], panels, async (page) => {
    const [broken, whole] = [await ink(page, 0, light.blue), await ink(page, 1, light.blue)];
    assert.ok(broken > 0.2 * whole && broken < 0.5 * whole, `${broken} of ${whole} pixels`);
  });
});

test("only the rows asked for are drawn", async () => {
  const parts = series("parts", { x: [0, 1, 2, 3], y: [0, 1, 2, 3], part: [0, 0, 1, 1] });
  const chosen = mark("points", "parts", ["x", "y"], { only: { column: "part", value: 1 } });
  await withFigure([parts], [panel([chosen])], async (page) => {
    const { x } = await view(page);
    near(x[0], 2, 0.1, "left end");
  });
});

test("hovering shows the nearest point, in shown units, on any screen", async () => {
  const x = axis("time", { unit: "s" });
  const y = axis("way", { unit: "mm", factor: 1e3 });
  const panels = [panel([mark("line", "wave", ["t", "x"], { label: "hand" })], { x, y })];
  const check = async (page) => {
    const shown = await view(page);
    const row = 37;
    const at = pixel(shown, [row / 100, 2 * Math.sin(row / 10)]);
    const card = await hover(page, 0, [at[0] + 1, at[1] - 2]);
    assert.match(card, /hand/);
    assert.match(card, /time\s+0\.37 s/);
    const way = Number(/way\s+(−?[\d.]+) mm/.exec(card)[1].replace("−", "-"));
    near(way, 2 * Math.sin(3.7), 1e-5, "way");
    const dot = await page.locator(".dot").boundingBox();
    near(dot.x + dot.width / 2, at[0], 1, "the dot, across");
    near(dot.y + dot.height / 2, at[1], 1, "the dot, up");
    assert.equal(await hover(page, 0, [shown.left + shown.width + 60, shown.top]), null);
  };
  for (const deviceScaleFactor of [1, 2, 1.5]) await withFigure([wave], panels, check, { deviceScaleFactor });
});

test("hovering reads error bars, boxes and cells", async () => {
  const bars = series("bars", { x: [0, 1], y: [1, 2], lo: [0.5, 1.5], hi: [1.25, 2.75] });
  const names = ["x", "low whisker", "q1", "median", "q3", "p95"];
  const numbers = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [6, 7]];
  const five = series("five", Object.fromEntries(names.map((name, i) => [name, numbers[i]])));
  const cells = series("cells", { x: [0, 1, 0, 1], y: [0, 0, 1, 1], "v [Pa]": [0.25, 1, 2, 3] });
  const panels = [
    panel([mark("error_bars", "bars", ["x", "y", "lo", "hi"])]),
    panel([mark("boxes", "five", names)], {
      x: axis("shape", { categories: ["disc", "ring"] }),
      y: axis("error", { unit: "mm" }),
    }),
    panel([mark("heat_map", "cells", ["x", "y", "v"])]),
  ];
  await withFigure([bars, five, cells], panels, async (page) => {
    assert.match(await hover(page, 0, pixel(await view(page, 0), [1, 2])), /interval\s+1\.5 to 2\.75/);
    const box = await hover(page, 1, pixel(await view(page, 1), [1, 4.5]));
    assert.match(box, /ring\s+p95\s+7 mm\s+q3\s+5 mm\s+median\s+4 mm\s+q1\s+3 mm\s+low whisker\s+2 mm/);
    assert.match(await hover(page, 2, pixel(await view(page, 2), [0.3, -0.2])), /v\s+0\.25 Pa/);
  });
});

test("log axes leave out what is not above zero", async () => {
  const panels = [
    panel([mark("points", "decay", ["n", "e"])], { x: axis("n", { log: true }), y: axis("e", { log: true }) }),
    panel([mark("line", "decay", ["n", "zero"])], { y: axis("zero", { log: true }) }),
  ];
  await withFigure([decay], panels, async (page) => {
    const shown = await view(page, 0);
    assert.ok(shown.x[0] > -0.5 && shown.x[0] <= 0 && shown.x[1] >= 3 && shown.x[1] < 3.5, String(shown.x));
    const card = await hover(page, 0, pixel(shown, [2, -2]));
    assert.match(card, /n\s+100\s+e\s+0\.01/);
    const second = await view(page, 1);
    assert.ok(second.y[0] < 0 && second.y[1] > Math.log10(2), String(second.y));
    assert.ok((await ink(page, 1, light.blue)) > 0, "single points are dots");
  });
});

test("the log switch changes the axis and back", async () => {
  await withFigure([decay], [panel([mark("line", "decay", ["n", "e"])])], async (page) => {
    const linear = await view(page);
    const log = page.getByRole("button", { name: "Logarithmic y axis" });
    await log.click();
    assert.equal(await log.getAttribute("aria-pressed"), "true");
    const shown = await view(page);
    assert.ok(shown.y[0] < -3 && shown.y[0] > -3.5 && shown.y[1] >= 0, String(shown.y));
    assert.match(await hover(page, 0, pixel(shown, [100, -2])), /y\s+0\.01/);
    await log.click();
    assert.deepEqual((await view(page)).y, linear.y);
  });
  // A part that is in sight stays in sight.
  await withFigure([decay], [panel([mark("line", "decay", ["n", "e"])])], async (page) => {
    const drag = async (from, to) => {
      const shown = await view(page);
      await page.mouse.move(...pixel(shown, from));
      await page.mouse.down();
      await page.mouse.move(...pixel(shown, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]));
      await page.mouse.move(...pixel(shown, to));
      await page.mouse.up();
    };
    await drag([200, 0.2], [600, 0.8]);
    const part = await view(page);
    const log = page.getByRole("button", { name: "Logarithmic y axis" });
    await log.click();
    const shown = await view(page);
    assert.deepEqual(shown.x, part.x);
    part.y.forEach((end, i) => near(shown.y[i], Math.log10(end), 1e-12, "an end of y"));
    await log.click();
    const back = await view(page);
    assert.deepEqual(back.x, part.x);
    part.y.forEach((end, i) => near(back.y[i], end, 1e-12, "an end of y, back"));
    await page.getByRole("button", { name: "Show all again" }).click();
    // Where it reaches below zero there is no such part: all of the axis.
    await drag([200, -0.02], [600, 0.8]);
    await log.click();
    const { y } = await view(page);
    assert.ok(y[0] < -3 && y[1] > 0, String(y));
  });
  const negative = series("negative", { x: [1, 2], y: [-1, 1] });
  await withFigure([negative], [panel([mark("line", "negative", ["x", "y"])])], async (page) => {
    await plot(page);
    assert.equal(await page.getByRole("button", { name: "Logarithmic x axis" }).count(), 1);
    assert.equal(await page.getByRole("button", { name: "Logarithmic y axis" }).count(), 0);
  });
});

test("the legend hides and shows marks", async () => {
  const marks = [
    mark("line", "wave", ["t", "x"], { label: "hand" }),
    mark("points", "wave", ["t", "t"], { label: "clock" }),
    mark("line", "wave", ["x", "x"], { colour: "green" }),
  ];
  await withFigure([wave], [panel(marks)], async (page) => {
    await plot(page);
    const buttons = page.locator(".legend button");
    assert.deepEqual(await buttons.allInnerTexts(), ["hand", "clock"]);
    const before = [await ink(page, 0, light.blue), await ink(page, 0, light.red)];
    assert.ok(before.every((count) => count > 50), String(before));
    await buttons.nth(1).click();
    assert.equal(await buttons.nth(1).getAttribute("aria-pressed"), "false");
    assert.equal(await ink(page, 0, light.red), 0);
    assert.equal(await ink(page, 0, light.blue) >= before[0], true);
    await buttons.nth(1).click();
    assert.equal(await ink(page, 0, light.red), before[1]);
  });
});

test("marks of one name are one entry of the legend; a mark without rows has none", async () => {
  const marks = [
    mark("line", "wave", ["t", "x"], { label: "hand", colour: "red" }),
    mark("points", "wave", ["t", "t"], { label: "hand", colour: "green" }),
    mark("line", "wave", ["x", "x"], { label: "clock" }),
    mark("line", "wave", ["t", "x"], { label: "gone", only: { column: "t", value: -1 } }),
  ];
  await withFigure([wave], [panel(marks)], async (page) => {
    await plot(page);
    const buttons = page.locator(".legend button:visible");
    assert.deepEqual(await buttons.allInnerTexts(), ["hand", "clock"]);
    assert.equal(await buttons.nth(0).locator(".sample").count(), 2, "a sample of each colour");
    const inks = async () => [await ink(page, 0, light.red), await ink(page, 0, light.green)];
    const before = await inks();
    assert.ok(before.every((count) => count > 50), String(before));
    await buttons.nth(0).click();
    assert.deepEqual(await inks(), [0, 0]);
    await buttons.nth(0).click();
    assert.deepEqual(await inks(), before);
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    const texts = await page.locator(".print text").allTextContents();
    assert.deepEqual(texts.filter((text) => /hand|clock|gone/.test(text)), ["hand", "clock"]);
  });
});

test("a box drawn with the mouse is what is shown, until reset", async () => {
  await withFigure([wave], [panel([mark("line", "wave", ["t", "x"])])], async (page) => {
    const whole = await view(page);
    const [from, to] = [pixel(whole, [0.2, 0.001]), pixel(whole, [0.4, 0.0005])];
    const drag = async () => {
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
      await page.mouse.move(...to);
      await page.mouse.up();
    };
    await drag();
    const part = await view(page);
    const step = (whole.x[1] - whole.x[0]) / whole.width;
    near(part.x[0], 0.2, step, "left");
    near(part.x[1], 0.4, step, "right");
    near(part.y[0], 0.0005, 1e-5, "bottom");
    near(part.y[1], 0.001, 1e-5, "top");
    // A point in the box: sin(i / 10) = 0.4 lies between i = 27 and 28.
    assert.match(await hover(page, 0, pixel(part, [0.28, 0.002 * Math.sin(2.8)])), /x\s+0\.28/);
    await page.getByRole("button", { name: "Show all again" }).click();
    assert.deepEqual((await view(page)).x, whole.x);
    await drag();
    await page.mouse.dblclick(whole.left + 50, whole.top + 50);
    assert.deepEqual((await view(page)).y, whole.y);
  });
});

test("keys, and Ctrl with the wheel, zoom and move", async () => {
  await withFigure([wave], [panel([mark("line", "wave", ["t", "x"])])], async (page) => {
    const whole = await view(page);
    const width = ({ x }) => x[1] - x[0];
    await (await plot(page)).focus();
    await page.keyboard.press("+");
    near(width(await view(page)), width(whole) / 1.25, 1e-9, "closer");
    await page.keyboard.press("ArrowRight");
    const moved = await view(page);
    near(moved.x[0] + moved.x[1], whole.x[0] + whole.x[1] + 0.2 * width(moved), 1e-9, "to the right");
    await page.keyboard.press("-");
    near(width(await view(page)), width(whole), 1e-9, "away");
    await page.keyboard.press("0");
    assert.deepEqual((await view(page)).x, whole.x);
    await page.keyboard.press("Alt+ArrowRight");
    await page.keyboard.press("Alt+ArrowRight");
    assert.match(await page.locator(".panel [aria-live]").innerText(), /x, 0\.01\b/);

    const scrolled = () => page.evaluate(() => window.scrollY);
    const at = pixel(whole, [0.75, 0]);
    await page.mouse.move(...at);
    const before = await scrolled();
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, -200);
    await page.keyboard.up("Control");
    await page.waitForFunction(
      (first) => document.querySelector(".uplot").dataset.x !== first,
      whole.x.join(" "),
    );
    const closer = await view(page);
    assert.ok(width(closer) < width(whole));
    near(pixel(closer, [0.75, 0])[0], at[0], 0.5, "the place under the pointer");
    assert.equal(await scrolled(), before);
  });
});

test("two fingers zoom", async () => {
  const check = async (page) => {
    const whole = await view(page);
    const fingers = await page.context().newCDPSession(page);
    const [x, y] = [whole.left + whole.width / 2, whole.top + whole.height / 2];
    const touch = (type, spread) => {
      const touchPoints = spread ? [-1, 1].map((side, id) => ({ x: x + side * spread, y, id })) : [];
      return fingers.send("Input.dispatchTouchEvent", { type, touchPoints });
    };
    await touch("touchStart", 30);
    await touch("touchMove", 45);
    await touch("touchMove", 60);
    // Moves are shown one by one; the last makes everything twice as large.
    await page.waitForFunction((first) => {
      const [low, high] = document.querySelector(".uplot").dataset.x.split(" ").map(Number);
      return high - low < 0.51 * first;
    }, whole.x[1] - whole.x[0]);
    await touch("touchEnd");
    const closer = await view(page);
    near((whole.x[1] - whole.x[0]) / (closer.x[1] - closer.x[0]), 2, 0.02, "twice as large");
    const middle = (whole.x[0] + whole.x[1]) / 2;
    near(pixel(closer, [middle, 0])[0], x, 12, "what is between the fingers");
  };
  const panels = [panel([mark("line", "wave", ["t", "x"])])];
  await withFigure([wave], panels, check, { hasTouch: true, isMobile: true, viewport: { width: 400, height: 800 } });
});

test("a plot can be enlarged, and saved as it is shown", async () => {
  await withFigure([wave], Array(2).fill(panel([mark("line", "wave", ["t", "x"])])), async (page) => {
    const before = await view(page);
    await page.getByRole("button", { name: "Enlarge this plot" }).first().click();
    await page.waitForFunction((width) => document.querySelector(".u-over").clientWidth > width, 1.5 * before.width);
    assert.deepEqual((await view(page)).x, before.x);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download this plot as a PNG picture" }).nth(1).click(),
    ]);
    assert.equal(file.suggestedFilename(), "one-fig-2.png");
    const content = readFileSync(await file.path());
    assert.equal(content.toString("latin1", 1, 4), "PNG");
    assert.equal(content.readUInt32BE(16), 1600);
  });
});

test("equal axes stay equal", async () => {
  const loop = series("loop", { x: [0, 4, 4, 0, 0], y: [0, 0, 1, 1, 0] });
  await withFigure([loop], [panel([mark("line", "loop", ["x", "y"])], { equal_axes: true })], async (page) => {
    const check = async (what) => {
      const { width, height, x, y } = await view(page);
      near((width / (x[1] - x[0])) / (height / (y[1] - y[0])), 1, 0.005, what);
    };
    await check("at first");
    await (await plot(page)).focus();
    await page.keyboard.press("+");
    await check("closer");
    const { left, top } = await view(page);
    await page.mouse.move(left + 20, top + 20);
    await page.mouse.down();
    await page.mouse.move(left + 60, top + 50);
    await page.mouse.move(left + 200, top + 60);
    await page.mouse.up();
    await check("after a box");
    await page.setViewportSize({ width: 600, height: 700 });
    await page.waitForFunction(() => {
      const { clientWidth } = document.querySelector(".plot");
      return clientWidth < 600 && document.querySelector(".uplot").clientWidth === clientWidth;
    });
    await check("on a smaller page");
  });
});

test("ends that are asked for are kept; single points and constants have room", async () => {
  const one = series("one", { x: [5], y: [-3], zero: [0] });
  const panels = [
    panel([mark("line", "wave", ["t", "x"])], { x: axis("x", { min: 0.25, max: 0.5 }) }),
    panel([mark("line", "one", ["x", "y"])]),
    panel([mark("points", "one", ["zero", "zero"])]),
    panel([mark("line", "wave", ["t", "x"])], { x: axis("x", { min: 7 }) }),
  ];
  await withFigure([wave, one], panels, async (page) => {
    assert.deepEqual((await view(page, 0)).x, [0.25, 0.5]);
    for (const index of [1, 2]) {
      const { x, y } = await view(page, index);
      assert.ok(x[0] < x[1] && y[0] < y[1]);
      assert.ok((await ink(page, index, light.blue)) > 0, "a dot");
    }
    const beyond = await view(page, 3);
    assert.ok(beyond.x[0] === 7 && beyond.x[1] > 7);
  });
});

test("boxes of several marks stand side by side", async () => {
  const columns = { x: [0, 1], min: [1, 2], q1: [2, 3], median: [3, 4], q3: [4, 5], max: [6, 7] };
  const names = Object.keys(columns);
  const marks = ["first", "second"].map((label) => mark("boxes", "five", names, { label }));
  await withFigure([series("five", columns)], [panel(marks)], async (page) => {
    const shown = await view(page);
    const [x, y] = pixel(shown, [1, 4.5]);
    const [left, right] = [await hover(page, 0, [x - 15, y]), await hover(page, 0, [x + 15, y])];
    assert.match(left, /first/);
    assert.match(right, /second/);
  });
});

test("labels, categories and odd numbers do no harm", async () => {
  const odd = series("odd", {
    i: [0, 1, 2, 3],
    huge: [1e300, -1e300, 1e299, 0],
    tiny: [1e-300, 2e-300, 5e-301, 3e-300],
    not: [NaN, NaN, NaN, NaN],
    ends: [Infinity, 1, -Infinity, 2],
  });
  const empty = series("empty", { x: [], y: [] });
  const kinds = ["line", "points"];
  const columns = ["huge", "tiny", "not", "ends"];
  const panels = [
    ...columns.flatMap((name) => kinds.map((kind) => panel([mark(kind, "odd", ["i", name], { label: name })]))),
    ...columns.map((name) => panel([mark("line", "odd", ["i", name])], { y: axis(name, { log: true }) })),
    panel([mark("line", "empty", ["x", "y"])]),
    panel([mark("heat_map", "empty", ["x", "y", "y"])]),
    panel([mark("heat_map", "odd", ["i", "i", "not"])], { equal_axes: true }),
    panel([mark("boxes", "odd", ["i", "not", "ends", "huge", "tiny", "not"])]),
    panel([mark("segments", "odd", ["i", "huge", "ends", "not"])]),
    panel([mark("error_bars", "odd", ["i", "tiny", "not", "ends"])]),
    panel([]),
    panel([mark("points", "odd", ["i", "i"])], {
      x: axis("", { categories: ["a", "a rather long name", "c"] }),
      labels: [{ x: 1, y: 1, text: "here" }],
    }),
  ];
  await withFigure([odd, empty], panels, async (page) => {
    for (const index of panels.keys()) await view(page, index);
    for (const index of [0, 1, 2, 3, 6]) assert.ok((await ink(page, index, light.blue)) > 0, `panel ${index}`);
    const { x } = await view(page, panels.length - 1);
    assert.deepEqual(x, [-0.5, 2.5]);
    assert.ok((await ink(page, panels.length - 1, light.ink)) > 5, "the label");
  });
});

test("a tall figure with equal axes is as narrow as it needs to be", async () => {
  const tall = series("tall", { x: [0, 1, 1, 0], y: [0, 0, 4, 4], not: [NaN, NaN, NaN, NaN] });
  const panels = [["x", "y"], ["not", "not"]].map((names) => panel([mark("line", "tall", names)], { equal_axes: true }));
  for (const one of panels) {
    await withFigure([tall], [one], async (page) => {
      const box = await (await plot(page)).boundingBox();
      assert.ok(box.height <= 34 * 16 + 1, `${box.height} px high`);
      near(box.width / box.height, one === panels[0] ? 0.6 : 1, 0.01, "width over height");
    });
  }
});

test("stepping to a row out of sight brings it into sight", async () => {
  await withFigure([wave], [panel([mark("line", "wave", ["t", "x"])])], async (page) => {
    const whole = await view(page);
    await (await plot(page)).focus();
    for (let i = 0; i < 8; ++i) await page.keyboard.press("+");
    const before = await view(page);
    await page.keyboard.press("Alt+ArrowRight");
    const after = await view(page);
    assert.ok(before.x[0] > 0 && after.x[0] < 0 && after.x[1] > 0, `${before.x} and then ${after.x}`);
    near(after.x[1] - after.x[0], before.x[1] - before.x[0], 1e-9, "as close as before");
    const dot = await page.locator(".dot").boundingBox();
    near(dot.x + dot.width / 2, pixel(after, [0, 0])[0], 1, "the dot");
    assert.ok(whole.x[0] < 0);
  });
});

test("three panels stand side by side, their heads and plots at one height", async () => {
  const parts = [{ title: "short" }, { title: "long ".repeat(20) }, { title: "short" }];
  const panels = parts.map((part) => panel([mark("line", "wave", ["t", "x"], { label: "hand" })], part));
  const figures = [figure("three", panels, { columns: 3 })];
  const opened = await browser.open(report(result("one", { series: [wave], figures })));
  for (const selector of [".panel h4", ".panel .plot"]) {
    const boxes = await Promise.all((await opened.page.locator(selector).all()).map((one) => one.boundingBox()));
    assert.equal(boxes.length, 3);
    assert.equal(new Set(boxes.map(({ x }) => x)).size, 3, selector);
    for (const { y } of boxes) near(y, boxes[0].y, 1, selector);
  }
  await opened.close();
});

test("of a long line that runs over itself only what adds ink is drawn", async () => {
  const entry = new URL("../src/figure/marks/polyline.ts", import.meta.url).pathname;
  const built = await esbuild.build({ entryPoints: [entry], bundle: true, write: false, format: "esm" });
  const { trace } = await import(`data:text/javascript,${encodeURIComponent(built.outputFiles[0].text)}`);
  const frame = {
    x: { offset: 0, scale: 600 },
    y: { offset: 400, scale: -400 },
    left: 0,
    top: 0,
    right: 600,
    bottom: 400,
    unit: 1,
    theme: "light",
  };
  const strokes = (xs, ys, isDashed = false) => {
    let count = 0;
    const ends = [];
    const context = {
      beginPath() {},
      stroke() {},
      moveTo() {},
      lineTo(x, y) {
        ++count;
        ends.push([x, y]);
      },
    };
    trace(context, Float64Array.from(xs), Float64Array.from(ys), false, isDashed, frame);
    return { count, ends };
  };
  const rows = 300_000;
  // Places that jump all over the plot, and one far corner that is reached only once.
  const jump = (step) => Array.from({ length: rows }, (_, i) => 0.1 + 0.8 * ((i * step) % 1));
  const [xs, ys] = [jump(0.6180339887), jump(0.4142135624)];
  [xs[rows - 5], ys[rows - 5]] = [0.999, 0.999];
  const zigzag = strokes(xs, ys);
  assert.ok(zigzag.count > 100 && zigzag.count < 20_000, `${zigzag.count} strokes`);
  assert.ok(zigzag.ends.some(([x, y]) => x > 599 && y < 1), "the corner");
  assert.ok(strokes(xs, ys, true).count < 20_000);
  // Once round, all of a circle is drawn; its dashes are not cut short.
  const angle = Array.from({ length: 30_000 }, (_, i) => (2 * Math.PI * i) / 30_000);
  const circle = [angle.map((a) => 0.5 + 0.4 * Math.cos(a)), angle.map((a) => 0.5 + 0.4 * Math.sin(a))];
  const degree = ([x, y]) => Math.floor((Math.atan2((200 - y) / 400, (x - 300) / 600) * 180) / Math.PI);
  assert.equal(new Set(strokes(...circle).ends.map(degree)).size, 360);
  assert.ok(strokes(...circle, true).count > 1500);
});

test("a million samples in three lines open soon, and a spike of one sample is drawn", async () => {
  const rows = 1_000_000;
  const [t, a, b, c] = [0, 1, 2, 3].map(() => new Float64Array(rows));
  for (let row = 0; row < rows; ++row) {
    t[row] = row * 1e-3;
    a[row] = Math.sin(row * 1e-4);
    b[row] = 0.5 * Math.cos(row * 3e-3);
    c[row] = -1;
  }
  c[654_321] = 3;
  const long = series("long", { "t [s]": t, a, b, c });
  const marks = ["a", "b", "c"].map((name) => mark("line", "long", ["t", name], { label: name }));
  const began = Date.now();
  await withFigure([long], [panel(marks)], async (page) => {
    const shown = await view(page);
    const took = Date.now() - began;
    assert.ok(took < 15_000, `${took} ms to make, write, open and draw it`);
    const at = pixel(shown, [654.321, 3]);
    const card = await hover(page, 0, [at[0] + 2, at[1] + 1]);
    assert.match(card, /^c\s+x\s+654\.321\s+y\s+3$/);
    // The spike is the only green between −1 and 3 where the other lines are hidden.
    await page.locator(".legend button").nth(0).click();
    await page.locator(".legend button").nth(1).click();
    const column = await page.locator(".plot").evaluate((element, [x, y]) => {
      const canvas = element.querySelector("canvas");
      const { left, top } = canvas.getBoundingClientRect();
      const { data } = canvas.getContext("2d").getImageData(x - left - 3, y - top, 7, 1);
      return Math.max(...data.filter((_, i) => i % 4 === 3));
    }, pixel(shown, [654.321, 1]));
    assert.ok(column > 100, `the spike's alpha is ${column}`);
  });
});
