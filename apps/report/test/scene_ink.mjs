// What tests of scenes have in common: small bodies, and the pixels of a view.
import { readFileSync } from "node:fs";

import { transformSync } from "esbuild";

import { result, scene, series, shape } from "./fixture.mjs";

const source = readFileSync(new URL("../src/colour/shades.ts", import.meta.url), "utf8");
const { code } = transformSync(source, { loader: "ts", format: "esm" });
const { shade } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
const shadesOn = (theme) =>
  Object.fromEntries(["blue", "red", "green", "yellow"].map((colour) => [colour, shade(colour, theme)]));

/** What is drawn on light and on dark pages. */
export const shades = shadesOn("light");
export const darkShades = shadesOn("dark");

/** Six square facets. */
export function cube(name, half, [x, y, z] = [0, 0, 0]) {
  const columns = { facet: [], x: [], y: [], z: [] };
  [0, 1, 2].forEach((axis) => {
    for (const side of [-1, 1]) {
      for (const [a, b] of [[-1, -1], [1, -1], [1, 1], [-1, 1]]) {
        const corner = [0, 0, 0];
        corner[axis] = side;
        corner[(axis + 1) % 3] = a;
        corner[(axis + 2) % 3] = b;
        columns.facet.push(2 * axis + (side + 1) / 2);
        columns.x.push(x + half * corner[0]);
        columns.y.push(y + half * corner[1]);
        columns.z.push(z + half * corner[2]);
      }
    }
  });
  return series(name, columns);
}

const place = ["x", "y", "z"];

/** One of each kind, apart from one another. */
export const kinds = () =>
  result("kinds", {
    series: [
      cube("body", 0.3),
      series("path", { x: [-1, 0, 1], y: [-1, -1, -1], z: [0, 0.5, 0] }),
      series("dots", { x: [-1, 1], y: [1, 1], z: [1, 1] }),
      series("pushes", { x: [-1, 1], y: [0, 0], z: [-1, -1], dx: [0, 0], dy: [0, 0], dz: [2, 2] }),
    ],
    scenes: [
      scene("all", [
        shape("polygons", "body", ["facet", ...place], { label: "body" }),
        shape("curve", "path", place, { label: "path" }),
        shape("points", "dots", place, { label: "dots" }),
        shape("arrows", "pushes", [...place, "dx", "dy", "dz"], { label: "pushes", length: 0.5 }),
      ]),
    ],
  });

/** Brings a view near and waits until it is drawn. */
export async function show(page, index = 0) {
  await page.locator(".scene-place").nth(index).scrollIntoViewIfNeeded();
  await page.locator(".scene-place").nth(index).locator(".scene-stage canvas").waitFor();
  await settle(page);
  return page.locator(".scene-place").nth(index).locator(".scene-stage canvas");
}

/** Whatever was to be drawn is drawn. */
export function settle(page) {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** What is read, once it has stayed the same for ten frames. */
export async function steady(page, read) {
  let last = await read();
  for (let same = 0, tries = 0; same < 10; ++tries) {
    if (tries > 1000) throw new Error(`still changes: ${last}`);
    await settle(page);
    const now = await read();
    same = now === last ? same + 1 : 0;
    last = now;
  }
  return last;
}

/** The texts that an act writes on canvases, each with its ends and those of its picture [px of the page]. */
export async function texts(page, act) {
  await page.evaluate(() => {
    const { prototype } = CanvasRenderingContext2D;
    const { fillText } = prototype;
    window.texts = [];
    prototype.fillText = function (text, x, y, ...rest) {
      const { width } = this.measureText(text);
      const left = { start: x, left: x, center: x - width / 2, right: x - width }[this.textAlign];
      const { a: ratio } = this.getTransform();
      const [across, along] = [this.canvas.width / ratio, this.canvas.height / ratio];
      window.texts.push({ text, x, y, left, right: left + width, across, along });
      fillText.call(this, text, x, y, ...rest);
    };
    window.restore = () => (prototype.fillText = fillText);
  });
  await act();
  await settle(page);
  return page.evaluate(() => {
    window.restore();
    return window.texts;
  });
}

/** Every pixel, as text. */
export const pixels = (canvas) => canvas.evaluate((element) => element.toDataURL());

/** The pixels of a hue, however light or dark: how many, their middle and their ends, as parts of width and height. */
export function ink(canvas, shade) {
  return canvas.evaluate((element, wanted) => {
    const hueOf = (red, green, blue) => {
      const [high, low] = [Math.max(red, green, blue), Math.min(red, green, blue)];
      const range = high - low;
      if (range < 0.22 * high) return NaN;
      if (high === red) return (60 * ((green - blue) / range) + 360) % 360;
      return high === green ? 60 * (2 + (blue - red) / range) : 60 * (4 + (red - green) / range);
    };
    const { width, height } = element;
    // Read from a copy: what is read often is drawn otherwise.
    const copy = Object.assign(document.createElement("canvas"), { width, height });
    const context = copy.getContext("2d", { willReadFrequently: true });
    context.drawImage(element, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    const hue = hueOf(...[1, 3, 5].map((from) => parseInt(wanted.slice(from, from + 2), 16)));
    const found = { count: 0, x: 0, y: 0, left: 1, right: 0, top: 1, bottom: 0 };
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3] < 128) continue;
      const away = Math.abs(hueOf(data[at], data[at + 1], data[at + 2]) - hue);
      if (!(Math.min(away, 360 - away) < 10)) continue;
      const [x, y] = [((at / 4) % width) / width, Math.floor(at / 4 / width) / height];
      found.count += 1;
      found.x += x;
      found.y += y;
      found.left = Math.min(found.left, x);
      found.right = Math.max(found.right, x);
      found.top = Math.min(found.top, y);
      found.bottom = Math.max(found.bottom, y);
    }
    found.x /= found.count;
    found.y /= found.count;
    return found;
  }, shade);
}
