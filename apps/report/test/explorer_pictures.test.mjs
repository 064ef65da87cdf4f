// Explorers as pictures: on dark pages, on phones, on paper and in files; and names that try to be more than text.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";

import { launch } from "./browser.mjs";
import { axes, brush, drag, drawn, lines, summary } from "./explorers.mjs";
import { axis, explorer, report, result, series } from "./fixture.mjs";
import { plot } from "./plots.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const eleven = Array.from({ length: 11 }, (_, row) => row);
const keys = ["bodies.plate.mass", "contacts.grip.law.elasto_plastic.mu_c", "contacts.grip.normal_force.sine.mean", "d", "e", "f"];
const rows = series("rows", {
  index: eleven,
  ...Object.fromEntries(keys.map((name, place) => [`${name} [N]`, eleven.map((row) => (row * (place + 3)) % 11)])),
});
const document = (parts = {}) =>
  report(result("one", { series: [rows], explorers: [explorer("all", "rows", keys, { colour_by: "f", rows: "runs", ...parts })] }));

/** The colours in an image: how many pixels are white, dark, and neither grey nor white. */
function tally(page, address) {
  return page.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = window.document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const found = { width: canvas.width, height: canvas.height, white: 0, dark: 0, coloured: 0, clear: 0 };
    for (let i = 0; i < data.length; i += 4) {
      const [low, high] = [Math.min(data[i], data[i + 1], data[i + 2]), Math.max(data[i], data[i + 1], data[i + 2])];
      if (data[i + 3] < 255) ++found.clear;
      if (low > 250) ++found.white;
      if (high < 60) ++found.dark;
      if (high - low > 24) ++found.coloured;
    }
    return found;
  }, address);
}

async function saved(page, name) {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.locator(".explorer").getByRole("button", { name }).click(),
  ]);
  return { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
}

test("PNG and SVG files show what is chosen", async () => {
  const { page, errors, close } = await browser.open(document());
  await drawn(page);
  const png = async () => {
    const { name, content } = await saved(page, "PNG");
    assert.equal(name, "one-all.png");
    return tally(page, `data:image/png;base64,${content.toString("base64")}`);
  };
  const all = await png();
  assert.ok(all.width === 2056 && all.clear === 0 && all.white > all.width * all.height * 0.7, JSON.stringify(all));
  assert.ok(all.coloured > 20000 && all.dark > 5000, JSON.stringify(all));
  await brush(page, 0, [0, 10], 8.5, 9.5);
  const few = await png();
  assert.ok(few.coloured < all.coloured * 0.8, JSON.stringify([all, few]));
  const { name, content } = await saved(page, "SVG");
  assert.equal(name, "one-all.svg");
  const text = content.toString();
  assert.ok(text.includes(">1 of 11 runs</text>") && text.includes(">Title of all</text>"));
  assert.ok(text.includes(">bodies.plate.mass [N]</text>") && /mu_c( \[N\])?<\/text>/.test(text));
  assert.equal(text.match(/<image /g).length, 1, "the lines are one image");
  const drawing = await tally(page, `data:image/svg+xml;base64,${content.toString("base64")}`);
  assert.ok(drawing.coloured > 2000 && drawing.dark > 500, JSON.stringify(drawing));
  assert.deepEqual(errors, []);
  await close();
});

test("the ends of a brush on the last axis are written within the picture", async () => {
  const { page, close } = await browser.open(document());
  await drawn(page);
  await page.getByText("Intervals as numbers").click();
  for (const [name, value] of [["f, from", "2.345"], ["f, to", "7.891"]]) {
    await page.getByLabel(name, { exact: true }).fill(value);
    await page.getByLabel(name, { exact: true }).press("Enter");
  }
  const { content } = await saved(page, "SVG");
  const places = await page.evaluate((text) => {
    const { documentElement: root } = new DOMParser().parseFromString(text, "image/svg+xml");
    window.document.body.append(root);
    const wide = root.getBoundingClientRect();
    const found = [...root.querySelectorAll("text")].filter((one) => ["2.35", "7.89", "2.34"].includes(one.textContent));
    return found.map((one) => [one.getBoundingClientRect().left - wide.left, one.getBoundingClientRect().right - wide.left]);
  }, content.toString());
  assert.equal(places.length, 4, "two texts and what makes them stand out");
  for (const [left, right] of places) assert.ok(left > 0 && right <= 1028 - 14, `${left} to ${right}`);
  await close();
});

test("on paper one picture stands for it, light, with what is chosen", async () => {
  const { page, errors, close } = await browser.open(document(), { colorScheme: "dark" });
  await brush(page, 1, [0, 10], 2.5, 4.5);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  const paper = page.locator(".explorer .print svg");
  assert.ok(await paper.isVisible());
  assert.ok((await paper.innerHTML()).includes(">2 of 11 runs<"));
  assert.equal(await paper.locator("path").first().getAttribute("fill"), "#ffffff");
  for (const live of [".coordinates", ".scatter", ".chosen", ".intervals"]) {
    assert.ok(await page.locator(live).isHidden(), live);
  }
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  assert.equal(await paper.count(), 0);
  assert.equal(await summary(page), "2 of 11 runs");
  assert.deepEqual(errors, []);
  await close();
});

test("one that nobody has scrolled to is on paper too", async () => {
  const explorers = Array.from({ length: 5 }, (_, place) => explorer(`e${place}`, "rows", keys));
  const { page, close } = await browser.open(report(result("one", { series: [rows], explorers })));
  assert.ok((await page.locator(".coordinates").count()) < 5);
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  assert.equal(await page.locator(".explorer .print svg").count(), 5);
  await close();
});

test("dark pages have dark pictures, and change while they are seen", async () => {
  const { page, errors, close } = await browser.open(document(), { colorScheme: "dark" });
  const ground = async () => {
    await drawn(page);
    return page.locator(".coordinates .lines").evaluate((canvas) => {
      const copy = window.document.createElement("canvas");
      [copy.width, copy.height] = [canvas.width, canvas.height];
      const context = copy.getContext("2d", { willReadFrequently: true });
      context.drawImage(canvas, 0, 0);
      return [...context.getImageData(2, 2, 1, 1).data];
    });
  };
  assert.deepEqual(await ground(), [0x17, 0x18, 0x1a, 255]);
  assert.ok((await lines(page)).coloured > 2000);
  await page.getByRole("button", { name: "Change to light colours" }).click();
  assert.deepEqual(await ground(), [255, 255, 255, 255]);
  assert.deepEqual(errors, []);
  await close();
});

test("on a phone the axes scroll and the page does not", async () => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 3 };
  const { page, errors, close } = await browser.open(document(), phone);
  await drawn(page);
  await page.getByText("Intervals as numbers").click();
  await plot(page);
  const [wide, seen, frame, content] = await page.evaluate(() => {
    const scroll = window.document.querySelector(".scroll:has(.coordinates)");
    return [window.document.documentElement.scrollWidth, window.innerWidth, scroll.clientWidth, scroll.scrollWidth];
  });
  assert.ok(wide <= seen, `${wide} of ${seen} pixels`);
  assert.ok(content > frame, "six axes are wider than the phone");
  for (const field of await page.locator(".intervals :is(input, button)").all()) {
    const { x, width } = await field.boundingBox();
    assert.ok(x >= 0 && x + width <= 360, `${x} + ${width}`);
  }
  assert.deepEqual(errors, []);
  await close();
});

test("names stay text", async () => {
  const bad = '<img src=x onerror="window.hacked=1"><svg onload="window.hacked=1">';
  const hostile = series("rows", { [`${bad} [${bad.replaceAll("]", "")}]`]: [1, NaN], b: [1, 2] });
  const names = hostile.columns.map(({ name }) => name);
  const parts = { title: bad, caption: bad, rows: bad, colour_by: names[0] };
  const both = [
    explorer("plain", "rows", names, parts),
    explorer("named", "rows", names, { ...parts, axes: [axis(bad, { unit: bad, categories: [bad, bad] }), axis(bad)] }),
  ];
  const { page, errors, close } = await browser.open(report(result("r", { series: [hostile], explorers: both })));
  for (const place of [0, 1]) {
    await page.locator(".explorer").nth(place).scrollIntoViewIfNeeded();
    await page.locator(".coordinates").nth(place).and(page.locator("[data-drawn]")).waitFor();
  }
  const { xs, head } = await axes(page);
  await page.mouse.move(xs[0], head - 15);
  assert.equal(await page.locator(".coordinates .axes").first().getAttribute("title"), `${bad} [${bad}]`);
  await drag(page, [xs[1], head + 20], [xs[1], head + 120]);
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await page.waitForTimeout(200);
  assert.equal(await page.locator(".explorer img").count(), 0);
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.ok((await page.locator(".explorer h3").first().textContent()) === bad);
  assert.deepEqual(errors, []);
  await close();
});
