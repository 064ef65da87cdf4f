// Scenes that move: the player, and where things are at each instant.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch } from "./browser.mjs";
import { report, result, scene, series, shape } from "./fixture.mjs";
import { cube, ink, pixels, settle, shades, show, steady } from "./scene_ink.mjs";

const facets = ["facet", "x", "y", "z"];
const pose = ["t", "x", "y", "z", "qw", "qx", "qy", "qz"];
// Seen along y: x to the right, z up; things at one depth are in proportion.
const side = { azimuth: -90, elevation: 0 };
const radians = Math.PI / 180;
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const all = (value, count) => Array(count).fill(value);
const still = (count) => ({ qw: all(1, count), qx: all(0, count), qy: all(0, count), qz: all(0, count) });

/** A small body goes from x = −1 to 1 in 5 s, while an arm turns from 0 to 160° about y; posts stand at the corners. */
const travel = () =>
  result("travel", {
    series: [
      cube("body", 0.06),
      cube("arm", 0.06, [1, 0, 0]),
      series("corners", { x: [-1, 1, 1], y: [0, 0, 0], z: [-1, -1, 1] }),
      series("motion", { "t [s]": [0, 5], x: [-1, 1], y: [0, 0], z: [-0.5, -0.5], ...still(2) }),
      series("turn", {
        "t [s]": [0, 5], x: [0, 0], y: [0, 0], z: [0, 0],
        qw: [1, Math.cos(80 * radians)], qx: [0, 0], qy: [0, Math.sin(80 * radians)], qz: [0, 0],
      }),
    ],
    scenes: [
      scene("travel", [
        shape("polygons", "body", facets, { motion: { series: "motion", columns: pose }, colour: "red" }),
        shape("polygons", "arm", facets, { motion: { series: "turn", columns: pose }, colour: "blue" }),
        shape("points", "corners", ["x", "y", "z"], { colour: "green" }),
      ], side),
    ],
  });

async function scrub(page, time) {
  await page.getByRole("slider", { name: "Time" }).evaluate((slider, value) => {
    slider.value = String(value);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  }, time);
  await settle(page);
}

test("at each instant a body is where its motion says", async () => {
  const { page, errors, close } = await browser.open(report(travel()));
  const canvas = await show(page);
  const slider = page.getByRole("slider", { name: "Time" });
  assert.equal(await slider.getAttribute("aria-valuetext"), "0.00 s");
  // The dots at (−1, −1), (1, −1) and (1, 1) are the ruler.
  const { left, right, top, bottom } = await ink(canvas, shades.green);
  const { width, height } = await canvas.boundingBox();
  const expect = async (name, x, z) => {
    const found = await ink(canvas, shades[name]);
    const wanted = [left + ((x + 1) / 2) * (right - left), bottom - ((z + 1) / 2) * (bottom - top)];
    const away = Math.hypot((found.x - wanted[0]) * width, (found.y - wanted[1]) * height);
    // The dots' own size, and the near faces of the bodies.
    assert.ok(away < 9, `${name} is ${away} px from (${x}, ${z})`);
  };
  for (const time of [0, 1.25, 2.5, 5]) {
    await scrub(page, time);
    assert.equal(await slider.getAttribute("aria-valuetext"), `${time.toFixed(2)} s`);
    await expect("red", -1 + (2 * time) / 5, -0.5);
    const angle = (time / 5) * 160 * radians;
    await expect("blue", Math.cos(angle), -Math.sin(angle));
  }
  assert.deepEqual(errors, []);
  await close();
});

test("play goes on, pause stops, and at the end it starts again or stops", async () => {
  const { page, close } = await browser.open(report(travel()));
  const canvas = await show(page);
  const time = () => page.getByRole("slider", { name: "Time" }).evaluate((slider) => Number(slider.value));
  const first = await pixels(canvas);
  assert.equal(await time(), 0);
  const until = async (condition) => {
    for (let tries = 0; tries < 1000; ++tries) {
      if (condition(await time())) return;
      await settle(page);
    }
    assert.fail(`never ${condition}`);
  };

  await page.getByRole("button", { name: "Play" }).click();
  await until((now) => now > 0.2);
  assert.notEqual(await pixels(canvas), first);
  await page.getByRole("button", { name: "Pause" }).click();
  const stopped = await time();
  await settle(page);
  const picture = await pixels(canvas);
  assert.equal(await steady(page, time), stopped);
  assert.equal(await pixels(canvas), picture);

  await page.getByRole("combobox", { name: "Speed" }).selectOption("4");
  await scrub(page, 4.9);
  await canvas.focus();
  await page.keyboard.press("Space");
  await until((now) => now > 0 && now < 4);
  await page.getByRole("button", { name: "Loop" }).click();
  await until((now) => now === 5);
  await page.getByRole("button", { name: "Play" }).waitFor();
  await close();
});

test("out of view time stands still, and goes on when back", async () => {
  const scenes = Array.from({ length: 4 }, () => travel().scenes[0]);
  const { page, close } = await browser.open(report({ ...travel(), scenes }));
  await show(page);
  const slider = page.getByRole("slider", { name: "Time" }).first();
  const time = () => slider.evaluate((element) => Number(element.value));
  await page.getByRole("combobox", { name: "Speed" }).first().selectOption("0.1");
  await page.getByRole("button", { name: "Play" }).first().click();
  await page.waitForFunction((element) => Number(element.value) > 0, await slider.elementHandle());
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const stopped = await steady(page, time);
  assert.ok(stopped > 0 && stopped < 5, `${stopped} s`);
  assert.equal(await page.getByRole("button", { name: "Pause" }).count(), 1, "it is not paused for the reader");
  await slider.scrollIntoViewIfNeeded();
  const isOn = ([element, from]) => Number(element.value) > from;
  await page.waitForFunction(isOn, [await slider.elementHandle(), stopped]);
  await close();
});

test("on paper, a scene at its first instant is at its last one, others where they are", async () => {
  const { page, close } = await browser.open(report(travel()));
  const canvas = await show(page);
  const paper = page.locator(".scene .print canvas");
  const printed = async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    const [ruler, body] = await Promise.all(["green", "red"].map((name) => ink(paper, shades[name])));
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    assert.equal(await paper.count(), 0);
    return (body.x - ruler.left) / (ruler.right - ruler.left);
  };
  const first = await pixels(canvas);
  assert.ok(Math.abs((await printed()) - 1) < 0.02);
  assert.equal(await pixels(canvas), first, "the view is as before");
  await scrub(page, 1.25);
  assert.ok(Math.abs((await printed()) - 0.25) < 0.02);
  await close();
});

test("of rows with a time, a curve shows those so far, points and arrows the last", async () => {
  const rows = {
    "t [s]": [0, 1, 2, 3], x: [-1, 0, 0, 1], y: [0, 0, 0, 0], z: [0, 0, 1, 1],
    dx: [0, 0, 0, 0], dy: [0, 0, 0, 0], dz: [0.2, 0.2, 0.2, -0.2],
  };
  const scenes = [
    scene("rows", [
      shape("curve", "rows", ["t", "x", "y", "z"], { colour: "red" }),
      shape("points", "rows", ["t", "x", "y", "z"], { colour: "blue" }),
      shape("arrows", "rows", ["t", "x", "y", "z", "dx", "dy", "dz"], { colour: "green" }),
    ], side),
  ];
  const { page, close } = await browser.open(report(result("r", { series: [series("rows", rows)], scenes })));
  const canvas = await show(page);
  const { width } = await canvas.boundingBox();
  assert.ok((await ink(canvas, shades.red)).count < 10, "no way has been gone yet");
  const seen = [];
  for (const time of [0, 1.5, 3]) {
    await scrub(page, time);
    const [curve, dot, arrow] = await Promise.all(["red", "blue", "green"].map((name) => ink(canvas, shades[name])));
    seen.push({ curve, dot, arrow });
  }
  const [start, middle, end] = seen;
  assert.ok(Math.abs(middle.dot.x - (start.dot.x + end.dot.x) / 2) * width < 3, "the row at 1 s");
  assert.ok(Math.abs(middle.dot.y - start.dot.y) * width < 3);
  assert.ok(end.dot.y < middle.dot.y - 0.1);
  assert.ok(middle.dot.right - middle.dot.left < 0.03, "one dot only");
  assert.ok(start.arrow.y < start.dot.y && end.arrow.y > end.dot.y, "the arrow of that row");
  // At 1.5 s half of the way up is done, which is drawn although no row is there.
  assert.ok(Math.abs(middle.curve.top - (start.dot.y + end.dot.y) / 2) < 0.02, `${middle.curve.top}`);
  assert.ok(end.curve.right > middle.curve.right + 0.1);
  await close();
});

test("motions that are short, empty, or without a turn are no trouble", async () => {
  const motions = {
    none: { "t [s]": [], x: [], y: [], z: [], qw: [], qx: [], qy: [], qz: [] },
    one: { "t [s]": [1], x: [0], y: [0], z: [0], ...still(1) },
    gaps: { "t [s]": [0, NaN, 2, 3], x: [0, 1, NaN, 1], y: all(0, 4), z: all(0, 4), ...still(4), qw: [1, 1, 1, 0] },
  };
  const results = Object.entries(motions).map(([name, columns]) =>
    result(name, {
      series: [cube("body", 0.5), series("motion", columns)],
      scenes: [scene("s", [shape("polygons", "body", facets, { motion: { series: "motion", columns: pose } })])],
    }),
  );
  const { page, errors, close } = await browser.open(report(...results));
  for (const [index, name] of Object.keys(motions).entries()) {
    const canvas = await show(page, index);
    assert.equal((await ink(canvas, shades.blue)).count > 100, name !== "none", name);
    assert.equal(await page.locator(".scene-place").nth(index).locator(".scene-player").count(), 0);
  }
  assert.deepEqual(errors, []);
  await close();
});
