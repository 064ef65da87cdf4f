// Scenes as pictures: on dark pages, on paper, in files, and where there can be none.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import { chromium } from "playwright-core";

import { executable, flags, launch } from "./browser.mjs";
import { report } from "./fixture.mjs";
import { complaints, ink, kinds, shades, show } from "./scene_ink.mjs";

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
  const path = (colour) =>
    canvas.evaluate((element, [red, green, blue]) => {
      const { data } = element.getContext("2d").getImageData(0, 0, element.width, element.height);
      let count = 0;
      for (let at = 0; at < data.length; at += 4) {
        const away = Math.abs(data[at] - red) + Math.abs(data[at + 1] - green) + Math.abs(data[at + 2] - blue);
        if (away < 12 && data[at + 3] > 250) ++count;
      }
      return count;
    }, colour);
  const [light, dark] = [[0xd9, 0x48, 0x5f], [0xff, 0x8a, 0x98]];
  assert.ok((await path(dark)) > 100 && (await path(light)) === 0);
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  assert.ok((await path(light)) > 100 && (await path(dark)) === 0);
  assert.ok(await page.getByRole("button", { name: "Reset" }).isHidden());
  await close();
});

test("the picture handed out is a PNG with the shapes in it", async () => {
  const { page, errors, close } = await browser.open(report(kinds()), { hash: "#export=png" });
  const [picture] = JSON.parse(await page.locator("#export").textContent());
  assert.deepEqual([picture.result, picture.name, picture.format], ["kinds", "all", "png"]);
  await checkPicture(await unfold(page, picture.content));
  assert.deepEqual(complaints(errors), []);
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
  assert.deepEqual(complaints(errors), []);
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
