// Scenes as pictures: on dark pages, on paper, in files, and where there can be none.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import { chromium } from "playwright-core";

import { executable, flags, launch } from "./browser.mjs";
import { report } from "./fixture.mjs";
import { darkShades, ink, kinds, shades, show, texts } from "./scene_ink.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

/** Puts a PNG on a canvas, alone on the page. */
async function unfold(page, content) {
  await page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
    canvas.getContext("2d").drawImage(image, 0, 0);
    document.body.replaceChildren(canvas);
  }, content);
  return page.locator("canvas");
}

async function checkPicture(canvas) {
  for (const name of ["blue", "red", "green", "yellow"]) assert.ok((await ink(canvas, shades[name])).count > 200, name);
  const corner = await canvas.evaluate((element) => [...element.getContext("2d").getImageData(0, 0, 1, 1).data]);
  assert.deepEqual(corner, [255, 255, 255, 255]);
}

test("dark pages have their own shades, paper has the light ones and no controls", async () => {
  const { page, close } = await browser.open(report(kinds()), { colorScheme: "dark" });
  const canvas = await show(page);
  const path = (shown, { red: colour }) =>
    shown.evaluate((element, wanted) => {
      const [red, green, blue] = [1, 3, 5].map((from) => parseInt(wanted.slice(from, from + 2), 16));
      const { data } = element.getContext("2d").getImageData(0, 0, element.width, element.height);
      let count = 0;
      for (let at = 0; at < data.length; at += 4) {
        const away = Math.abs(data[at] - red) + Math.abs(data[at + 1] - green) + Math.abs(data[at + 2] - blue);
        if (away < 12 && data[at + 3] > 250) ++count;
      }
      return count;
    }, colour);
  assert.ok((await path(canvas, darkShades)) > 100 && (await path(canvas, shades)) === 0);
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  const paper = page.locator(".scene .print canvas");
  assert.ok((await path(paper, shades)) > 100 && (await path(paper, darkShades)) === 0);
  assert.ok(await paper.isVisible());
  for (const live of [canvas, page.getByRole("button", { name: "Reset" })]) assert.ok(await live.isHidden());
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  assert.equal(await paper.count(), 0);
  assert.ok((await path(canvas, darkShades)) > 100 && (await path(canvas, shades)) === 0);
  await close();
});

test("scenes that nobody has scrolled to are on paper, with their titles and the names of shapes", async () => {
  const scenes = Array.from({ length: 8 }, (_, index) => ({ ...kinds().scenes[0], title: `Scene number ${index}` }));
  const { page, close } = await browser.open(report({ ...kinds(), scenes }), { viewport: { width: 800, height: 300 } });
  const built = page.locator(".scene-stage canvas");
  assert.ok((await built.count()) < 8, "the last ones are not built");
  const written = await texts(page, () => page.evaluate(() => window.dispatchEvent(new Event("beforeprint"))));
  await page.emulateMedia({ media: "print" });
  const papers = await page.locator(".scene .print canvas").all();
  assert.equal(papers.length, 8);
  for (const [index, paper] of papers.entries()) {
    assert.ok(await paper.isVisible());
    await checkPicture(paper);
    assert.equal(written.filter(({ text }) => text === `Scene number ${index}`).length, 1);
  }
  for (const name of ["body", "path", "dots", "pushes"]) {
    assert.equal(written.filter(({ text }) => text === name).length, 8, name);
  }
  await close();
});

test("a real print finds all pictures, once each time, and leaves none behind", async () => {
  const scenes = Array.from({ length: 6 }, () => kinds().scenes[0]);
  const { page, close } = await browser.open(report({ ...kinds(), scenes }), { viewport: { width: 800, height: 300 } });
  for (const turn of ["first", "second"]) {
    // Heard after whatever is built by now.
    await page.evaluate(() => {
      const count = () => (window.found = document.querySelectorAll(".scene .print canvas").length);
      window.addEventListener("beforeprint", count, { once: true });
    });
    await page.pdf();
    assert.equal(await page.evaluate(() => window.found), 6, turn);
    assert.equal(await page.locator(".print").count(), 0);
  }
  await close();
});

test("long titles and names stay in the picture", async () => {
  const long = "a name that goes on and on for much longer than a picture is wide ".repeat(4).trim();
  const shapes = kinds().scenes[0].shapes.map((one) => ({ ...one, label: long }));
  const scenes = [{ ...kinds().scenes[0], shapes, title: `${long} ${"x".repeat(300)}` }];
  const { page, close } = await browser.open(report({ ...kinds(), scenes }));
  await show(page);
  const save = page.locator(".scene").getByRole("button", { name: "PNG" });
  const [written] = await Promise.all([texts(page, () => save.click()), page.waitForEvent("download")]);
  assert.equal(written.filter(({ text }) => text.startsWith("a name that") && text.endsWith("…")).length, 4);
  for (const one of written) assert.ok(one.left >= 0 && one.right <= one.across, JSON.stringify(one));
  await close();
});

test("the picture handed out is a PNG with the shapes in it", async () => {
  const { page, errors, close } = await browser.open(report(kinds()), { hash: "#export=png" });
  const [picture] = JSON.parse(await page.locator("#export").textContent());
  assert.deepEqual([picture.result, picture.name, picture.format], [0, "all", "png"]);
  await checkPicture(await unfold(page, picture.content));
  assert.deepEqual(errors, []);
  await close();
});

test("a picture can be saved from the page, on white also where that is dark", async () => {
  const { page, errors, close } = await browser.open(report(kinds()), { colorScheme: "dark" });
  await show(page);
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.locator(".scene").getByRole("button", { name: "PNG" }).click(),
  ]);
  assert.equal(saved.suggestedFilename(), "kinds-all.png");
  await checkPicture(await unfold(page, (await readFile(await saved.path())).toString("base64")));
  assert.deepEqual(errors, []);
  await close();
});

test("without WebGL a sentence stands in its place", async () => {
  const blind = await chromium.launch({
    executablePath: executable,
    args: [...flags, "--disable-software-rasterizer", "--disable-3d-apis"],
  });
  try {
    for (const hash of ["", "#export=png"]) {
      const page = await blind.newPage();
      const errors = [];
      page.on("console", (message) => errors.push(message.text()));
      page.on("pageerror", (error) => errors.push(String(error)));
      await page.goto(pathToFileURL(browser.write(report(kinds()))).href + hash);
      if (hash === "") assert.match(await page.locator(".scene-missing").textContent(), /needs WebGL 2/);
      else assert.equal(JSON.parse(await page.locator("#export").textContent()).length, 1);
      assert.deepEqual(errors, []);
    }
  } finally {
    await blind.close();
  }
});
