// Scenes that stand still: what is drawn, and what the reader can do to it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch } from "./browser.mjs";
import { axis, report, result, scene, series, shape } from "./fixture.mjs";
import { cube, ink, kinds, pixels, settle, shades, show, steady, texts } from "./scene_ink.mjs";

const facets = ["facet", "x", "y", "z"];
const place = ["x", "y", "z"];
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

test("each kind of shape is drawn in its colour, and its name in the legend hides it", async () => {
  const { page, errors, requests, close } = await browser.open(report(kinds()));
  const canvas = await show(page);
  const names = ["body", "path", "dots", "pushes"];
  const colours = ["blue", "red", "green", "yellow"].map((name) => shades[name]);
  for (const [index, name] of names.entries()) {
    const shown = await ink(canvas, colours[index]);
    assert.ok(shown.count > 60, `${name}: ${shown.count} pixels`);
    const button = page.getByRole("button", { name, exact: true });
    assert.equal(await button.getAttribute("aria-pressed"), "true");
    await button.click();
    await settle(page);
    assert.equal(await button.getAttribute("aria-pressed"), "false");
    assert.ok((await ink(canvas, colours[index])).count < 0.05 * shown.count, `${name} is hidden`);
    await button.click();
    await settle(page);
    assert.equal((await ink(canvas, colours[index])).count, shown.count);
  }
  assert.deepEqual(errors, []);
  assert.deepEqual(requests, []);
  await close();
});

test("a drag, keys and the wheel change the view, and it can be reset exactly", async () => {
  const { page, close } = await browser.open(report(kinds()));
  const canvas = await show(page);
  const first = await pixels(canvas);
  const box = await canvas.boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];

  await page.mouse.move(x, y);
  const wheel = async () => {
    await page.evaluate(() => {
      window.turned = new Promise((done) => window.addEventListener("wheel", done, { once: true }));
    });
    await page.mouse.wheel(0, -100);
    await page.evaluate(() => window.turned.then(() => {}));
    await steady(page, () => page.evaluate(() => window.scrollY));
  };
  const scrolled = await page.evaluate(() => window.scrollY);
  await wheel();
  assert.equal(await pixels(canvas), first, "the wheel belongs to the page");
  await page.evaluate((to) => window.scrollTo(0, to), scrolled);

  const reset = async (how) => {
    await settle(page);
    assert.notEqual(await pixels(canvas), first);
    await how();
    await settle(page);
    assert.equal(await pixels(canvas), first);
  };
  await page.mouse.down();
  await page.mouse.move(x + 60, y + 20, { steps: 3 });
  await page.mouse.up();
  await reset(() => page.getByRole("button", { name: "Reset" }).click());

  await page.keyboard.down("Control");
  await page.mouse.move(x, y);
  await wheel();
  await page.keyboard.up("Control");
  await reset(() => page.getByRole("button", { name: "Reset" }).click());

  await canvas.focus();
  for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "+", "-"]) {
    await page.keyboard.press(key);
    await reset(() => page.keyboard.press("0"));
  }
  await page.mouse.move(x, y);
  await page.keyboard.down("Shift");
  await page.mouse.down();
  await page.mouse.move(x + 50, y, { steps: 2 });
  await page.mouse.up();
  await page.keyboard.up("Shift");
  await settle(page);
  const moved = await ink(canvas, shades.blue);
  await page.keyboard.press("0");
  await settle(page);
  const before = await ink(canvas, shades.blue);
  assert.ok(Math.abs((moved.x - before.x) * box.width - 50) < 1, "Shift moves the picture with the pointer");
  await close();
});

test("the view starts from azimuth and elevation, with z upwards", async () => {
  // Seen along y: x to the right, z up, and places at the same depth in proportion.
  const parts = [cube("a", 0.1, [-1, 0, -1]), cube("b", 0.1, [1, 0, -1]), cube("c", 0.1, [1, 0, 1])];
  const shapes = ["a", "b", "c"].map((name) => shape("polygons", name, facets));
  const { page, close } = await browser.open(
    report(result("r", { series: parts, scenes: [scene("s", shapes, { azimuth: -90, elevation: 0 })] })),
  );
  const canvas = await show(page);
  const [a, b, c] = await Promise.all(["blue", "red", "green"].map((name) => ink(canvas, shades[name])));
  const { width, height } = await canvas.boundingBox();
  assert.ok(a.x < b.x - 0.2 && Math.abs(a.y - b.y) * height < 2);
  assert.ok(c.y < b.y - 0.2 && Math.abs(c.x - b.x) * width < 2);
  assert.ok(Math.abs((b.x - a.x) * width - (b.y - c.y) * height) < 3, "true proportions");
  await close();
});

test("axes that are not equal fill a cube, equal ones keep proportions", async () => {
  const flat = series("flat", { x: [0, 1, 1, 0], y: [0, 1, 0, 1], z: [0, 0.01, 0.01, 0] });
  const scenes = [true, false].map((equal_axes) =>
    scene(`equal-${equal_axes}`, [shape("points", "flat", place)], { equal_axes, elevation: 5 }),
  );
  const { page, close } = await browser.open(report(result("r", { series: [flat], scenes })));
  const heights = [];
  for (const index of [0, 1]) {
    const { top, bottom } = await ink(await show(page, index), shades.blue);
    heights.push(bottom - top);
  }
  assert.ok(heights[0] < 0.2 && heights[1] > 0.5, `${heights}`);
  await close();
});

test("clear bodies in one another look the same in whatever order they are given", async () => {
  const bodies = [cube("outer", 1), cube("middle", 0.7, [0.1, 0, 0]), cube("inner", 0.4)];
  const given = [
    shape("polygons", "outer", facets, { colour: "blue", opacity: 0.3 }),
    shape("polygons", "middle", facets, { colour: "red", opacity: 0.4 }),
    shape("polygons", "inner", facets, { colour: "green", opacity: 0.5 }),
  ];
  const scenes = [scene("out", given), scene("in", [...given].reverse()), scene("alone", [given[0]])];
  const { page, close } = await browser.open(report(result("r", { series: bodies, scenes })));
  const pictures = [];
  for (const index of [0, 1, 2]) pictures.push(await pixels(await show(page, index)));
  assert.equal(pictures[0], pictures[1]);
  assert.notEqual(pictures[0], pictures[2], "what is inside can be seen");
  await close();
});

test("only the rows asked for, and only what lies between the ends of the axes", async () => {
  const dots = series("dots", { group: [0, 0, 1, 1], x: [-1, 1, -1, 3], y: [0, 0, 0, 0], z: [0, 0, 4, 4] });
  const scenes = [
    scene("cut", [
      shape("points", "dots", place, { colour: "red", only: { column: "group", value: 0 } }),
      shape("points", "dots", place, { colour: "blue", only: { column: "group", value: 1 } }),
    ], { x: axis("x", { min: -2, max: 2 }), azimuth: -90, elevation: 0 }),
  ];
  const { page, close } = await browser.open(report(result("r", { series: [dots], scenes })));
  const canvas = await show(page);
  // The fourth dot would be beside the box and still in the picture.
  const [two, one] = [await ink(canvas, shades.red), await ink(canvas, shades.blue)];
  assert.ok(two.right - two.left > 0.2, "two red dots");
  assert.ok(one.count > 20 && one.right - one.left < 0.03, "one blue dot");
  await close();
});

test("the pointer shows the name and the shown values of what is under it", async () => {
  const dots = series("dots", { "x [m]": [0.125, 0.5], "y [m]": [0, 0], "z [m]": [0.25, -1] });
  const shown = { x: axis("x", { unit: "mm", factor: 1e3 }), z: axis("height", { unit: "m" }) };
  const scenes = [scene("dots", [shape("points", "dots", place, { label: "corner" })], shown)];
  const { page, close } = await browser.open(report(result("r", { series: [dots], scenes })));
  const canvas = await show(page);
  const { left, top } = await ink(canvas, shades.blue);
  const box = await canvas.boundingBox();
  await page.mouse.move(box.x + left * box.width + 4, box.y + top * box.height + 4);
  const tip = page.locator(".scene-tip");
  await tip.waitFor();
  const lines = await tip.locator("strong, span").allTextContents();
  assert.deepEqual(lines, ["corner", "x = 125 mm", "y = 0", "height = 0.25 m"]);
  await page.mouse.move(box.x + 5, box.y + 5);
  assert.ok(await tip.isHidden());
  await close();
});

test("on a phone names and numbers of axes are whole and apart, three numbers or more an axis", async () => {
  const corners = series("corners", { x: [-1.4, 1.4], y: [-1.4, 1.4], z: [-1.4, 1.4] });
  const named = Object.fromEntries(place.map((name) => [name, axis(`${name} of the tip`, { unit: "mm" })]));
  const views = [[-90, 60], [-90, 90], [-52, 24], [0, 0]];
  const scenes = views.map(([azimuth, elevation], index) => {
    return scene(`s${index}`, [shape("points", "corners", place)], { ...named, azimuth, elevation });
  });
  const phone = { viewport: { width: 375, height: 700 }, hasTouch: true, isMobile: true };
  const { page, close } = await browser.open(report(result("r", { series: [corners], scenes })), phone);
  for (const [index, view] of views.entries()) {
    const canvas = await show(page, index);
    await canvas.focus();
    const written = await texts(page, () => page.keyboard.press("0"));
    // An axis along the line of sight is too short for numbers, and may be for its name.
    const seen = view.every((angle) => angle % 90 === 0) ? 2 : 3;
    assert.ok(written.filter(({ text }) => text.endsWith("of the tip [mm]")).length >= seen, `${view}`);
    assert.ok(written.length >= seen * 4, `${view}: ${written.map(({ text }) => text)}`);
    written.forEach((one, at) => {
      assert.ok(one.left >= 0 && one.right <= one.across && one.y >= 6 && one.y <= one.along - 6, JSON.stringify(one));
      for (const other of written.slice(at + 1)) {
        const isApart = Math.abs(one.y - other.y) > 10 || one.left > other.right || other.left > one.right;
        assert.ok(isApart, `${view}: ${one.text} on ${other.text}`);
      }
    });
  }
  for (const button of await page.locator(".scene button:visible").all()) {
    const { width, height } = await button.boundingBox();
    assert.ok(width >= 24 && height >= 24, `${await button.textContent()}: ${width} × ${height}`);
  }
  assert.equal(await page.locator("[aria-roledescription='3-D view']").count(), views.length);
  await close();
});

test("of very many rows in a curve, one that stands out is drawn", async () => {
  const count = 200_000;
  const rows = series("rows", {
    x: Float64Array.from({ length: count }, (_, row) => row / count),
    y: new Float64Array(count),
    z: Float64Array.from({ length: count }, (_, row) => (row === 123_456 ? 1 : 0)),
  });
  const scenes = [scene("s", [shape("curve", "rows", place)], { azimuth: -90, elevation: 0 })];
  const { page, close } = await browser.open(report(result("r", { series: [rows], scenes })));
  const { left, right, top, bottom } = await ink(await show(page), shades.blue);
  assert.ok(right - left > 0.4 && bottom - top > 0.6, `${[left, right, top, bottom]}`);
  await close();
});

test("rows that are no places, nothing at all, and one point are no trouble", async () => {
  const rows = {
    gaps: { facet: [0, 0, 0, 1, 1], x: [0, 1, 0, 1, NaN], y: [0, 0, 1, 0, 1], z: [0, 0, 0, Infinity, 1] },
    empty: { facet: [], x: [], y: [], z: [] },
    nowhere: { facet: [0, 0, 0], x: [NaN, NaN, NaN], y: [NaN, NaN, NaN], z: [NaN, NaN, NaN] },
    point: { facet: [7], x: [5], y: [-3], z: [0] },
    large: { facet: [0, 0, 0], x: [-1e300, 1e300, 0], y: [0, 0, 1e300], z: [0, 0, 1e299] },
    small: { facet: [0, 0, 0], x: [-1e-300, 1e-300, 0], y: [0, 0, 1e-300], z: [0, 0, 1e-301] },
  };
  const shapes = [
    shape("polygons", "s", facets),
    shape("curve", "s", place),
    shape("points", "s", place),
    shape("arrows", "s", [...place, ...place]),
  ];
  const results = Object.entries(rows).flatMap(([name, columns]) =>
    [true, false].map((equal_axes) => {
      const scenes = [scene("s", shapes, { equal_axes }), scene("none", [])];
      return result(`${name}-${equal_axes}`, { series: [series("s", columns)], scenes });
    }),
  );
  const { page, errors, close } = await browser.open(report(...results));
  const count = await page.locator(".scene-place").count();
  assert.equal(count, 24);
  for (let index = 0; index < count; ++index) {
    const canvas = await show(page, index);
    const name = results[Math.floor(index / 2)].name;
    const { count: dots } = await ink(canvas, shades.green);
    const hasDots = index % 2 === 0 && !/empty|nowhere/.test(name);
    assert.equal(dots > 20, hasDots, `${name}: ${dots} pixels`);
  }
  assert.deepEqual(errors, []);
  await close();
});

test("twenty scenes on one page are all drawn", async () => {
  const scenes = Array.from({ length: 20 }, (_, place) => scene(`s${place}`, [shape("polygons", "body", facets)]));
  const { page, errors, close } = await browser.open(report(result("r", { series: [cube("body", 1)], scenes })));
  for (let index = 0; index < 20; ++index) await show(page, index);
  const inks = [];
  for (let index = 0; index < 20; ++index) inks.push((await ink(await show(page, index), shades.blue)).count);
  assert.ok(inks.every((count) => count > 1000), `${inks}`);
  assert.deepEqual(errors, []);
  await close();
});

test("text of a scene stays text", async () => {
  const act = "window.hacked=1";
  const bad = `<img src=x onerror="${act}">"><svg onload=${act}></script><script>${act}</script>`;
  const named = axis(bad, { unit: bad, categories: [bad] });
  const shapes = [shape("points", "dots", place, { label: bad })];
  const scenes = [scene("s", shapes, { title: bad, caption: bad, x: named, y: named, z: named })];
  const { page, errors, close } = await browser.open(
    report(result("r", { series: [series("dots", { x: [0], y: [0], z: [0] })], scenes })),
  );
  const canvas = await show(page);
  const { x, y } = await ink(canvas, shades.blue);
  const box = await canvas.boundingBox();
  await page.mouse.move(box.x + x * box.width, box.y + y * box.height);
  await page.locator(".scene-tip").waitFor();
  assert.ok((await page.locator(".scene-tip").textContent()).includes(bad));
  assert.equal(await page.locator(".scene .legend button").textContent(), bad);
  assert.equal(await page.locator(".scene figcaption").textContent(), bad);
  assert.equal(await page.locator(".scene :is(img, svg, script)").count(), 0);
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.deepEqual(errors, []);
  await close();
});
