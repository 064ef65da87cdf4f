// Reports as the command writes them. STICKSLIP names the command.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { launch } from "./browser.mjs";
import { hover, ink, pixel, plot, view } from "./plots.mjs";
import { pixels, show } from "./scene_ink.mjs";

const command = process.env.STICKSLIP;
const skip = command ? false : "STICKSLIP does not name the command";
let browser, report;

before(async () => {
  if (skip) return;
  browser = await launch();
  const names = ["hayward-ladders", "planar-model-error", "planar-spinning-disc", "cone-grasp"];
  execFileSync(command, ["reproduce", ...names, "--quiet", "--out", browser.folder]);
  report = join(browser.folder, "report.html");
});
after(() => browser?.close());

test("every plot and scene of real results has ink, and nothing complains", { skip }, async () => {
  const { page, errors, requests, close } = await browser.openFile(report);
  const plots = await page.locator(".plot").count();
  assert.ok(plots >= 8, `${plots} plots`);
  for (let index = 0; index < plots; ++index) {
    assert.ok((await ink(page, index)) > 200, `plot ${index} is empty`);
  }
  const scenes = await page.locator(".scene-place").count();
  assert.ok(scenes >= 2, `${scenes} scenes`);
  for (let index = 0; index < scenes; ++index) {
    const canvas = await show(page, index);
    const colours = await canvas.evaluate((element) => {
      const { data } = element.getContext("2d").getImageData(0, 0, element.width, element.height);
      return new Set(new Uint32Array(data.buffer)).size;
    });
    assert.ok(colours > 100, `scene ${index} has ${colours} colours`);
  }
  assert.deepEqual([errors, requests], [[], []]);
  await close();
});

test("hover tells a number that the CSV file holds", { skip }, async () => {
  const { page, close } = await browser.openFile(report);
  const [head, ...rows] = readFileSync(join(browser.folder, "hayward-ladders", "fig2c_diverging_ladder.csv"), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split(","));
  assert.deepEqual(head, ["x [m]", "z [m]"]);
  const [x, z] = rows[400].map((cell) => 1e6 * Number(cell)); // shown in µm
  const index = 2; // panel (c) of the first figure
  await plot(page, index);
  const said = await hover(page, index, pixel(await view(page, index), [x, z]));
  const [saidX, saidZ] = said.match(/[-−]?\d[\d.]*/g).slice(-2).map((text) => Number(text.replace("−", "-")));
  assert.ok(Math.abs(saidX - x) < 1e-5 * x && Math.abs(saidZ - z) < 1e-5 * z, `${said} for ${x}, ${z}`);
  await close();
});

test("a download is the command's own CSV file, byte for byte", { skip }, async () => {
  const { page, close } = await browser.openFile(report);
  await page.locator("#result-hayward-ladders details.recorded summary").click();
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download fig2a_major_loop as CSV" }).click();
  const path = await (await waiting).path();
  const own = join(browser.folder, "hayward-ladders", "fig2a_major_loop.csv");
  assert.ok(readFileSync(path).equals(readFileSync(own)));
  await close();
});

test("a moving body plays", { skip }, async () => {
  const { page, close } = await browser.openFile(report);
  const disc = page.locator("#result-planar-spinning-disc .scene-place").first();
  await disc.scrollIntoViewIfNeeded();
  const canvas = disc.locator("canvas[role=application]");
  await canvas.waitFor();
  const before = await pixels(canvas);
  await disc.getByRole("button", { name: /play/i }).click();
  const hasChanged = ([element, first]) => element.toDataURL() !== first;
  await page.waitForFunction(hasChanged, [await canvas.elementHandle(), before]);
  await close();
});
