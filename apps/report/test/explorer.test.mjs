// Explorers: which rows a reader chooses with brushes, and what of them is shown.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";

import { launch } from "./browser.mjs";
import { axes, brush, chosen, drag, drawn, height, lines, summary } from "./explorers.mjs";
import { axis, explorer, report, result, series } from "./fixture.mjs";
import { hover, ink, pixel, plot, view } from "./plots.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Opens an explorer of these columns, all of the series unless some are given. */
async function withExplorer(columns, check, parts = {}, options = {}) {
  const rows = series("rows", columns);
  const names = parts.columns ?? rows.columns.map(({ name }) => name);
  const explorers = [explorer("all", "rows", names, { rows: "runs", ...parts, columns: names })];
  const opened = await browser.open(report(result("one", { series: [rows], explorers })), options);
  try {
    await drawn(opened.page);
    await check(opened.page, opened);
    assert.deepEqual(opened.errors, []);
    assert.deepEqual(opened.requests, []);
  } finally {
    await opened.close();
  }
}

const eleven = Array.from({ length: 11 }, (_, row) => row);
/** Rows 0 to 10: their number, its square, and ten less their number. */
const squares = { index: eleven, "x [m]": eleven, square: eleven.map((x) => x * x), rest: eleven.map((x) => 10 - x) };
const explored = { columns: ["x", "square", "rest"] };

async function saved(page, button) {
  const [file] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
}

test("brushes choose the rows within them, all of them together", async () => {
  await withExplorer(
    squares,
    async (page) => {
      assert.equal(await summary(page), "11 runs");
      assert.deepEqual(await chosen(page, 0), ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]);
      assert.match(await page.locator(".chosen").innerText(), /and 1 more/);
      await brush(page, 0, [0, 10], 2.5, 6.5);
      assert.equal(await summary(page), "4 of 11 runs");
      assert.deepEqual(await chosen(page, 0), ["3", "4", "5", "6"]);
      await brush(page, 1, [0, 100], 90, 20);
      assert.equal(await summary(page), "2 of 11 runs");
      assert.deepEqual(await chosen(page, 0), ["5", "6"]);
      await brush(page, 2, [0, 10], 8, 10);
      assert.equal(await summary(page), "0 of 11 runs");
      assert.deepEqual(await chosen(page, 0), []);
      assert.ok(await page.locator(".chosen").getByRole("button", { name: "CSV" }).isDisabled());
      const clear = page.getByRole("button", { name: "Clear" });
      await clear.click();
      assert.equal(await summary(page), "11 runs");
      assert.ok(await clear.isDisabled());
    },
    explored,
  );
});

test("a brush is moved, resized at its ends and cleared by a click beside it; others stay", async () => {
  await withExplorer(
    squares,
    async (page) => {
      const all = await axes(page);
      const at = (place, value) => [all.xs[place], height(all, [0, 10], value)];
      await brush(page, 0, [0, 10], 2.5, 4.5);
      await brush(page, 2, [0, 10], 1.5, 8.5);
      assert.deepEqual(await chosen(page, 0), ["3", "4"]);
      await drag(page, at(0, 3.5), at(0, 6.5));
      assert.deepEqual(await chosen(page, 0), ["6", "7"], "moved by 3");
      await drag(page, at(0, 7.5), at(0, 8.7));
      assert.deepEqual(await chosen(page, 0), ["6", "7", "8"], "upper end at 8.7");
      await drag(page, at(0, 5.5), at(0, 7.5));
      assert.deepEqual(await chosen(page, 0), ["8"], "lower end at 7.5");
      await drag(page, at(0, 7.5), at(0, 9.5));
      assert.deepEqual(await chosen(page, 0), [], "ends cross: 8.7 to 9.5");
      await drag(page, at(0, 9.1), [all.xs[0], all.head - 300]);
      assert.deepEqual(await chosen(page, 0), [], "not beyond the end: 10 is there, but 10 − 10 is not within the other");
      await page.mouse.click(...at(2, 9.5));
      await drawn(page);
      assert.deepEqual(await chosen(page, 0), ["10"], "the brush of the third axis is gone");
      await page.mouse.click(...at(0, 2));
      await drawn(page);
      assert.equal(await summary(page), "11 runs");
      // Between axes nothing happens.
      await drag(page, [all.xs[0] + 60, all.head + 20], [all.xs[0] + 60, all.foot - 20]);
      assert.equal(await summary(page), "11 runs");
    },
    explored,
  );
});

test("intervals as numbers: read, typed, cleared", async () => {
  await withExplorer(
    { "x [m]": [1e-3, 2e-3, 3e-3, 4e-3], f: [1, 10, 100, 1000] },
    async (page) => {
      await page.getByText("Intervals as numbers").click();
      const field = (name) => page.getByLabel(name, { exact: true });
      await field("way, from").fill("2");
      await field("way, from").press("Enter");
      assert.deepEqual(await chosen(page, 0), ["0.002", "0.003", "0.004"]);
      await field("way, to").fill("3");
      await field("way, to").press("Tab");
      assert.deepEqual(await chosen(page, 0), ["0.002", "0.003"], "ends belong to it");
      await field("force, from").fill("50");
      await field("force, from").press("Enter");
      assert.deepEqual(await chosen(page, 1), ["100"], "as shown, not as logarithm");
      await field("force, from").fill("-3");
      await field("force, from").press("Enter");
      assert.deepEqual(await chosen(page, 0), ["0.002", "0.003"], "what has no logarithm is below all");
      await field("way, from").fill("");
      await field("way, from").press("Enter");
      assert.deepEqual(await chosen(page, 0), ["0.001", "0.002", "0.003"]);
      await page.getByRole("button", { name: "Clear" }).click();
      assert.equal(await summary(page), "4 runs");
      assert.equal(await field("way, to").inputValue(), "");
      await brush(page, 1, [0, 3], 0.5, 2.5);
      assert.deepEqual(await chosen(page, 1), ["10", "100"]);
      const typed = [await field("force, from").inputValue(), await field("force, to").inputValue()].map(Number);
      assert.ok(Math.abs(Math.log10(typed[0]) - 0.5) < 0.02 && Math.abs(Math.log10(typed[1]) - 2.5) < 0.02, `${typed}`);
    },
    { axes: [axis("way", { unit: "mm", factor: 1000 }), axis("force", { unit: "N", log: true })] },
  );
});

test("rows without a number pass below the axis, and can be chosen there", async () => {
  await withExplorer(
    { index: [0, 1, 2, 3, 4], a: [1, NaN, 3, Infinity, 5], b: [-1, 0, 10, 100, NaN] },
    async (page) => {
      const { xs, missing, foot } = await axes(page);
      assert.ok(missing > foot);
      assert.ok((await lines(page)).coloured > 300);
      await page.mouse.click(xs[0], missing);
      assert.deepEqual(await chosen(page, 0), ["1", "3"]);
      await page.mouse.click(xs[1], missing);
      assert.deepEqual(await chosen(page, 0), ["1"], "0 has no place on a logarithmic axis");
      await page.mouse.click(xs[0], missing);
      assert.deepEqual(await chosen(page, 0), ["0", "1", "4"]);
      await page.getByText("Intervals as numbers").click();
      const only = page.getByRole("checkbox");
      assert.deepEqual([await only.nth(0).isChecked(), await only.nth(1).isChecked()], [false, true]);
      assert.deepEqual(await page.locator(".intervals label").allInnerTexts(), [" none", " ≤ 0, none"]);
      await only.nth(1).uncheck();
      assert.equal(await summary(page), "5 runs");
      // A brush over all of an axis leaves them out.
      await brush(page, 0, [1, 5], 0.9, 5.1);
      assert.deepEqual(await chosen(page, 0), ["0", "2", "4"]);
      assert.match(await page.locator(".scatter").innerText(), /4 runs without a place on one of these axes/);
    },
    { columns: ["a", "b"], axes: [axis("a"), axis("b", { log: true })] },
  );
});

test("one value, names of values, no rows, one row", async () => {
  await withExplorer(
    { same: [7, 7, 7], kind: [0, 1, 1] },
    async (page) => {
      const { xs, head, foot } = await axes(page);
      const middle = (head + foot) / 2;
      await drag(page, [xs[0], middle - 20], [xs[0], middle + 20]);
      assert.equal(await summary(page), "3 of 3 runs");
      await drag(page, [xs[1], head + 2], [xs[1], middle]);
      assert.equal(await summary(page), "2 of 3 runs", "the upper half of the axis belongs to the second name");
      await drag(page, [xs[0], head + 2], [xs[0], head + 40]);
      assert.equal(await summary(page), "0 of 3 runs");
    },
    { axes: [axis("same"), axis("kind", { categories: ["holds", "slips"] })] },
  );
  await withExplorer({ a: [], b: [] }, async (page) => {
    assert.equal(await summary(page), "0 runs");
    assert.deepEqual(await lines(page), { coloured: 0, grey: 0 });
  });
  await withExplorer({ a: [1], b: [NaN] }, async (page) => assert.ok((await lines(page)).coloured > 300), { colour_by: "a" });
});

test("what lies beyond the end of an axis stands at it, and is chosen there", async () => {
  await withExplorer(
    { index: [0, 1, 2, 3], a: [-50, 1, 2, 1e9], b: [0, 1, 2, 3] },
    async (page) => {
      const { xs, head, foot } = await axes(page);
      const middle = (head + foot) / 2;
      await drag(page, [xs[0], middle], [xs[0], head - 30]);
      assert.deepEqual(await chosen(page, 0), ["2", "3"]);
      await page.getByText("Intervals as numbers").click();
      assert.equal(await page.getByLabel("a, to", { exact: true }).inputValue(), "", "without bound");
      await page.getByRole("button", { name: "Clear" }).click();
      await drag(page, [xs[0], middle], [xs[0], foot + 3]);
      assert.deepEqual(await chosen(page, 0), ["0", "1"]);
    },
    { columns: ["a", "b"], axes: [axis("a", { min: 0, max: 3 }), axis("b")] },
  );
});

test("a drag that the browser takes away leaves the brush as it was", async () => {
  await withExplorer(
    { index: [0, 1, 2], a: [NaN, 1, 2], b: [0, 1, 2] },
    async (page) => {
      const { xs, head, foot, missing } = await axes(page);
      await page.mouse.click(xs[0], missing);
      assert.deepEqual(await chosen(page, 0), ["0"]);
      await page.mouse.move(xs[0], head + 5);
      await page.mouse.down();
      await page.mouse.move(xs[0], foot - 5);
      assert.equal(await summary(page), "2 of 3 runs");
      await page.locator(".coordinates .axes").dispatchEvent("pointercancel");
      await page.mouse.up();
      assert.deepEqual(await chosen(page, 0), ["0"]);
    },
    { columns: ["a", "b"] },
  );
});

test("chosen lines and dots keep their colour, others turn grey", async () => {
  await withExplorer(
    squares,
    async (page) => {
      const before = await lines(page);
      assert.ok(before.coloured > 2000 && before.grey < before.coloured / 4, JSON.stringify(before));
      await brush(page, 0, [0, 10], 8.5, 9.5);
      const after = await lines(page);
      assert.ok(after.coloured > 300 && after.coloured < before.coloured / 4, JSON.stringify([before, after]));
      assert.ok(after.grey > 2000, JSON.stringify(after));
      const greyDots = () => ink(page, 0, [0xd3, 0xd6, 0xda]);
      await plot(page);
      assert.ok((await greyDots()) > 60, "ten dots of the scatter");
      await page.getByRole("button", { name: "Clear" }).click();
      await drawn(page);
      assert.equal(await greyDots(), 0);
    },
    { ...explored, colour_by: "square" },
  );
});

test("another column colours the rows, or none", async () => {
  await withExplorer(
    squares,
    async (page) => {
      const blue = () => ink(page, 0, [0x3a, 0x6e, 0xa5]);
      await plot(page);
      assert.ok((await blue()) > 60, "all alike at first");
      await page.getByLabel("Column that colours").selectOption("rest");
      await drawn(page);
      assert.equal(await blue(), 0);
      await page.getByLabel("Column that colours").selectOption("all alike");
      await drawn(page);
      assert.ok((await blue()) > 60);
    },
    explored,
  );
});

test("a scatter of any two; the row under the pointer says its numbers, its index first", async () => {
  await withExplorer(
    squares,
    async (page) => {
      let shown = await view(page);
      assert.ok(shown.x[0] < 0 && shown.x[1] > 10 && shown.x[1] < 11, "x at first");
      assert.ok(shown.y[1] > 100, "what colours the rows over it");
      await page.getByLabel("Column along x").selectOption("square");
      await page.getByLabel("Column along y").selectOption("rest");
      shown = await view(page);
      assert.ok(shown.x[1] > 100 && shown.y[1] < 11);
      const said = await hover(page, 0, pixel(shown, [49, 3]));
      assert.equal(said.replace(/\s+/g, " "), "index 7 x 7 m square 49 rest 3");
      await page.mouse.move(10, 10);
      const reset = page.locator(".scatter").getByRole("button", { name: "Reset" });
      await drag(page, pixel(shown, [20, 2]), pixel(shown, [60, 6]));
      const closer = await view(page);
      assert.ok(Math.abs(closer.x[0] - 20) < 1 && Math.abs(closer.x[1] - 60) < 1, `${closer.x}`);
      await reset.click();
      assert.deepEqual((await view(page)).x, shown.x);
      assert.ok(await reset.isHidden());
      // What is chosen comes before what lies nearer.
      await brush(page, 0, [0, 10], 6.5, 7.5);
      shown = await view(page);
      const [x, y] = pixel(shown, [49, 3]);
      assert.match(await hover(page, 0, [x + 5, y + 5]), /index\s+7/);
    },
    { ...explored, colour_by: "square" },
  );
});

test("pointing at a row of the table or the scatter shows its line", async () => {
  await withExplorer(
    squares,
    async (page) => {
      const dark = () =>
        page.locator(".coordinates .axes").evaluate((canvas) => {
          const copy = document.createElement("canvas");
          [copy.width, copy.height] = [canvas.width, canvas.height];
          const context = copy.getContext("2d", { willReadFrequently: true });
          context.drawImage(canvas, 0, 0);
          const { data } = context.getImageData(0, 0, copy.width, copy.height);
          let count = 0;
          for (let i = 0; i < data.length; i += 4) if (data[i] < 60 && data[i + 3] > 200) ++count;
          return count;
        });
      await page.mouse.move(10, 10);
      const before = await dark();
      await page.locator(".chosen tbody tr").nth(4).hover();
      assert.ok((await dark()) > before + 500);
      await page.mouse.move(10, 10);
      assert.ok(Math.abs((await dark()) - before) < 50);
    },
    explored,
  );
});

test("axes change places, by their names and by buttons; brushes go along", async () => {
  await withExplorer(
    squares,
    async (page) => {
      await page.getByText("Intervals as numbers").click();
      const order = () => page.locator(".intervals tbody th").allInnerTexts();
      assert.deepEqual(await order(), ["x [m]", "square", "rest"]);
      await brush(page, 0, [0, 10], 8.5, 9.5);
      const { xs, head } = await axes(page);
      await drag(page, [xs[0], head - 15], [xs[2] - 20, head - 15]);
      assert.deepEqual(await order(), ["square", "rest", "x [m]"]);
      assert.equal(await summary(page), "1 of 11 runs");
      await drag(page, [xs[2], height(await axes(page), [0, 10], 9)], [xs[2], height(await axes(page), [0, 10], 5)]);
      assert.deepEqual(await chosen(page, 0), ["5"], "the brush is now on the third axis");
      await page.getByRole("button", { name: "Move to the left: x" }).press("Enter");
      await page.keyboard.press("Enter");
      assert.deepEqual(await order(), ["x [m]", "square", "rest"], "the button keeps the focus");
      await page.getByRole("button", { name: "Move to the left: x" }).click();
      assert.deepEqual(await order(), ["x [m]", "square", "rest"], "there is no place before the first");
    },
    explored,
  );
});

test("chosen rows as CSV, with every digit and all columns", async () => {
  await withExplorer(
    { index: [0, 1, 2], "x [m]": [0.1, 1 / 3, 0.7], 'odd, "name"': [1e-7, NaN, -Infinity] },
    async (page) => {
      const button = page.locator(".chosen").getByRole("button", { name: "CSV" });
      const all = await saved(page, button);
      assert.equal(all.name, "one-all.csv");
      assert.equal(all.content.toString().split("\n").length, 5);
      await brush(page, 0, [0.1, 0.7], 0.2, 0.75);
      const { content } = await saved(page, button);
      const text = 'index [1],x [m],"odd, ""name"" [1]"\n1,0.3333333333333333,nan\n2,0.7,-inf\n';
      assert.equal(content.toString(), text);
    },
    { columns: ["x", 'odd, "name"'] },
  );
});

test("a finger on an axis draws a brush", async () => {
  await withExplorer(
    squares,
    async (page) => {
      const all = await axes(page);
      const client = await page.context().newCDPSession(page);
      const touch = (type, value) =>
        client.send("Input.dispatchTouchEvent", {
          type,
          touchPoints: value === null ? [] : [{ x: all.xs[0], y: height(all, [0, 10], value) }],
        });
      await touch("touchStart", 2.5);
      for (const value of [4, 5, 6.5]) await touch("touchMove", value);
      await touch("touchEnd", null);
      assert.deepEqual(await chosen(page, 0), ["3", "4", "5", "6"]);
    },
    explored,
    { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true },
  );
});

test("five thousand rows: a brush follows the pointer", async () => {
  let state = 1;
  const random = () => (state = (state * 16807) % 2147483647) / 2147483647;
  const columns = Object.fromEntries(
    "abcdefgh".split("").map((name) => [name, Array.from({ length: 5000 }, random)]),
  );
  await withExplorer(
    columns,
    async (page) => {
      const { xs, head, foot } = await axes(page);
      const x = xs[3];
      await page.mouse.move(x, foot - 5);
      await page.mouse.down();
      await page.mouse.move(x, foot - 20);
      await drawn(page);
      // From a move of the pointer until the page has answered and drawn.
      const times = await page.locator(".coordinates .axes").evaluate(async (canvas, [from, to]) => {
        const next = () => new Promise((resolve) => requestAnimationFrame(resolve));
        const { left, top } = canvas.getBoundingClientRect();
        const clientX = left + canvas.clientWidth / 2;
        const all = [];
        for (let step = 0; step <= 20; ++step) {
          const clientY = from + ((to - from) * step) / 20;
          await next();
          const begin = performance.now();
          canvas.dispatchEvent(new PointerEvent("pointermove", { clientX, clientY, bubbles: true }));
          await next();
          all.push(performance.now() - begin);
          if (top > clientY) throw new Error("outside");
        }
        return all;
      }, [foot - 20, head + 20]);
      await page.mouse.move(x, head + 20);
      await page.mouse.up();
      await drawn(page);
      const sorted = times.sort((a, b) => a - b);
      const [middle, most] = [sorted[sorted.length >> 1], sorted[sorted.length - 1]];
      assert.ok(middle < 50, `median ${middle} ms, longest ${most} ms`);
      const [count] = /^\d+/.exec(await summary(page));
      const share = (foot - 5 - head - 20) / (foot - head);
      assert.ok(Math.abs(count / 5000 - share) < 0.05, `${count} rows of a share of ${share}`);
    },
    { colour_by: "h" },
  );
});
