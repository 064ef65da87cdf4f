import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";

import { launch } from "./browser.mjs";
import { axis, figure, mark, panel, report, result, scene, series, shape, table } from "./fixture.mjs";
import { plot } from "./plots.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

async function withPage(document, check, options) {
  const opened = await browser.open(document, options);
  try {
    await check(opened.page, opened);
    assert.deepEqual(opened.errors, []);
    assert.deepEqual(opened.requests, []);
  } finally {
    await opened.close();
  }
}

const check = (quantity, parts = {}) => ({
  quantity,
  unit: "1",
  relation: "equal",
  published: 1,
  measured: 1,
  tolerance: 0.1,
  passed: true,
  ...parts,
});

const path = series("path", { "t [s]": [0, 1, 2], "x [m]": [0, 0.5, 0.25] });
const paths = [figure("way", [panel([mark("line", "path", ["t", "x"], { label: "way" })])])];

test("the page says what it holds and how it came out", async () => {
  const document = report(
    result("good", { checks: [check("a"), check("b")] }),
    result("bad", { checks: [check("c"), check("d", { passed: false })] }),
    result("left", { skipped: "data/pushes.csv is missing" }),
    result("bare"),
  );
  await withPage(document, async (page) => {
    const header = await page.locator("header.report").innerText();
    assert.match(header, /stickslip 1\.2\.3 · made 16 November 2026, 08:00 UTC · 4 results/);
    assert.deepEqual((await page.locator(".summary li").allInnerTexts()).map((text) => text.replace(/\s+/g, " ")), [
      "✓ 3 checks passed",
      "✗ 1 check failed show",
      "– 1 result skipped",
    ]);
    const links = page.locator("nav li");
    assert.deepEqual(await links.locator(".name").allInnerTexts(), ["good", "bad", "left", "bare"]);
    assert.deepEqual(await links.locator(".mark > :first-child").allInnerTexts(), ["✓", "✗", "–", "·"]);
    assert.match(await page.locator("#result-left").innerText(), /Skipped: data\/pushes\.csv is missing/);
    assert.match(await page.locator("#result-bad").innerText(), /1 of 2 checks failed/);
    await page.locator(".summary a").click();
    await page.waitForFunction(() => location.hash === "#result-bad");
  });
});

test("checks show bounds, few digits and exact values", async () => {
  const document = report(
    result("one", {
      checks: [
        check("ratio", { published: 0.123456789, measured: 0.1234567891, tolerance: 1e-6 }),
        check("slip", { relation: "at_most", unit: "mm", published: 2, measured: -1.5e-9, tolerance: 0 }),
        check("grip", { relation: "at_least", published: 3, measured: NaN, tolerance: 0, passed: false }),
        check("far", { published: Infinity, measured: -Infinity, passed: false }),
      ],
    }),
  );
  await withPage(document, async (page) => {
    const rows = page.locator(".checks tbody tr");
    const cells = async (row) => (await rows.nth(row).locator("th, td").allInnerTexts()).map((text) => text.trim());
    assert.deepEqual(await cells(0), ["ratio", "", "0.12346", "0.12346", "± 1×10⁻⁶", "✓ passed"]);
    assert.deepEqual(await cells(1), ["slip", "mm", "≤ 2", "−1.5×10⁻⁹", "", "✓ passed"]);
    assert.deepEqual(await cells(2), ["grip", "", "≥ 3", "not a number", "", "✗ failed"]);
    assert.deepEqual(await cells(3), ["far", "", "infinite", "minus infinite", "± 0.1", "✗ failed"]);
    assert.equal(await rows.nth(0).locator("td").nth(2).getAttribute("title"), "0.1234567891");
    assert.equal(await page.locator(".checks tr.failed").count(), 2);
  });
});

test("parameters and tables", async () => {
  const long = series("long", { "n [1]": Array.from({ length: 40 }, (_, i) => i), "y [N]": Array(40).fill(1 / 3) });
  const small = series("small", { "f [N]": [1, NaN] });
  const document = report(
    result("one", {
      parameters: [
        { name: "mass", value: 0.25, unit: "kg" },
        { name: "shape", value: { text: "disc" }, unit: "1" },
        { name: "limit", value: Infinity, unit: "N" },
      ],
      series: [long, small],
      tables: [
        { title: "Long", series: "long", row_labels: [] },
        { title: "Small", series: "small", row_labels: ["left", "right"] },
      ],
    }),
  );
  await withPage(document, async (page) => {
    assert.deepEqual(await page.locator(".parameters dt").allInnerTexts(), ["mass", "shape", "limit"]);
    assert.deepEqual(await page.locator(".parameters dd").allInnerTexts(), ["0.25 kg", "disc", "infinite N"]);
    const [first, second] = [page.locator("table.data").nth(0), page.locator("table.data").nth(1)];
    assert.deepEqual(await first.locator("thead th").allInnerTexts(), ["n", "y [N]"]);
    assert.equal(await first.locator("tbody tr").count(), 12);
    await page.getByRole("button", { name: "Show all 40 rows" }).click();
    assert.equal(await first.locator("tbody tr").count(), 40);
    assert.deepEqual(await first.locator("tbody tr").nth(39).locator("td").allInnerTexts(), ["39", "0.33333"]);
    assert.deepEqual(await second.locator("tbody th").allInnerTexts(), ["left", "right"]);
    assert.deepEqual(await second.locator("tbody td").allInnerTexts(), ["1", "not a number"]);
  });
});

const command = (place) =>
  `stickslip run pivot.yaml --set bodies.plate.mass=0.2003195095751972 --set contacts.grip.law.elasto_plastic.mu_c=0.9${place}` +
  " --set contacts.grip.normal_force.sine.mean=3.6";
const worst = series("worst", { index: [17, 4], "slip [m]": [2e-3, 1e-3] });
const commands = report(
  result("one", { series: [worst], tables: [table("worst", { row_labels: [command(1), command(2)], labels_are_commands: true })] }),
);

test("commands stand below their rows, and are copied as they are", async () => {
  await withPage(commands, async (page) => {
    const rows = page.locator("table.data tbody tr");
    assert.equal(await rows.count(), 4);
    assert.deepEqual((await rows.nth(0).locator("td").allInnerTexts()).slice(0, 2), ["17", "0.002"]);
    assert.equal(await rows.nth(3).locator("code").textContent(), command(2));
    const button = rows.nth(3).getByRole("button");
    await page.evaluate(() => {
      Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => void (window.copied = text) } });
    });
    await button.click();
    assert.equal(await page.evaluate(() => window.copied), command(2));
    assert.equal(await button.textContent(), "Copied");
    // Where the page may not write to the clipboard, the text is selected, and copied the old way.
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error("no"));
      document.execCommand = (what) => {
        window.copied = `${what}: ${window.getSelection()}`;
        return true;
      };
    });
    await rows.nth(1).getByRole("button").click();
    assert.equal(await page.evaluate(() => window.copied.replace(/\s+/g, " ")), `copy: ${command(1)}`);
  });
});

test("commands break between their options where there is room, and never widen the page", async () => {
  const linesOf = (page) =>
    page.locator("table.data code").first().evaluate((code) => {
      const range = document.createRange();
      const tops = [];
      let text = "";
      for (const part of code.querySelectorAll("span")) {
        for (let at = 0; at < part.firstChild.length; ++at) {
          range.setStart(part.firstChild, at);
          range.setEnd(part.firstChild, at + 1);
          const top = Math.round(range.getBoundingClientRect().top);
          if (top !== tops[tops.length - 1]) {
            tops.push(top);
            text += "\n";
          }
          text += part.firstChild.data[at];
        }
      }
      return text.trim().split("\n");
    });
  for (const width of [1280, 700, 340]) {
    await withPage(
      commands,
      async (page) => {
        const broken = await linesOf(page);
        if (width > 400) for (const line of broken) assert.match(line, /^(stickslip|--set [a-z])/, broken.join(" | "));
        const [wide, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
        assert.ok(wide <= seen, `${wide} of ${seen}`);
        const { x, width: size } = await page.getByRole("button", { name: "Copy" }).first().boundingBox();
        assert.ok(x + size <= width, `${x} + ${size}`);
      },
      { viewport: { width, height: 800 } },
    );
  }
});

test("numbers of parameters stay whole; long texts have a row of their own", async () => {
  const text = "a rather long text that says how the measurement was made, with which tools, and what was left out of it";
  const parameters = [
    { name: "stiffness of the bristles in rotation", value: -1.23456e-7, unit: "N·m·s/rad" },
    { name: "how it was measured", value: { text }, unit: "1" },
    { name: "mass", value: 0.25, unit: "kg" },
  ];
  const check = async (page) => {
    const items = page.locator(".parameters > div");
    const whole = await page.locator(".parameters").boundingBox();
    for (const index of [0, 2]) {
      const lines = await items.nth(index).locator("dd").evaluate((value) => {
        const range = document.createRange();
        range.selectNodeContents(value);
        return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
      });
      assert.equal(lines, 1);
    }
    const [long, value] = [await items.nth(1).boundingBox(), await items.nth(1).locator("dd").boundingBox()];
    assert.equal(long.width, whole.width);
    assert.equal(value.x, whole.x);
  };
  for (const width of [1280, 320]) {
    await withPage(report(result("one", { parameters })), check, { viewport: { width, height: 800 } });
  }
});

test("a text of several lines is folded, and keeps its lines", async () => {
  const text = "bodies:\n  box: {mass: 1}\nrun: {until: 1}\n";
  const document = report(result("one", { parameters: [{ name: "scene file", value: { text }, unit: "1" }] }));
  await withPage(document, async (page) => {
    const lines = page.locator(".parameters pre");
    assert.equal(await lines.isVisible(), false);
    await page.getByText("3 lines").click();
    assert.equal(await lines.textContent(), text);
    assert.equal(await lines.evaluate((shown) => getComputedStyle(shown).whiteSpace), "pre");
  });
});

test("a table of checks has the columns it needs, and the rows that matter", async () => {
  const bound = (i) => check(`bound ${i}`, { relation: "at_most", passed: i !== 17 });
  const few = Array.from({ length: 15 }, (_, i) => bound(i));
  const many = Array.from({ length: 20 }, (_, i) => bound(i));
  await withPage(report(result("few", { checks: few }), result("many", { checks: many })), async (page) => {
    const table = page.locator("#result-many .checks");
    assert.deepEqual(await table.locator("thead th").allInnerTexts(), ["Quantity", "Expected", "Measured", "Verdict"]);
    assert.equal(await page.locator("#result-few .checks tbody tr:visible").count(), 15);
    const rows = table.locator("tbody tr:visible");
    assert.equal(await rows.count(), 13);
    assert.match(await rows.last().innerText(), /bound 17[^]*failed/);
    await page.emulateMedia({ media: "print" });
    assert.equal(await rows.count(), 20, "on paper");
    await page.emulateMedia({ media: "screen" });
    await page.getByRole("button", { name: "Show all 20 checks" }).click();
    assert.equal(await rows.count(), 20);
    assert.equal(await page.getByRole("button", { name: /Show all/ }).count(), 0);
  });
});

test("on a small screen the values of all checks stand in the same places", async () => {
  const checks = [
    check("slip", { unit: "mm" }),
    check("grip", { relation: "at_least", measured: 1.5, published: -1.23456e-12 }),
  ];
  const look = async (page) => {
    const rows = page.locator(".checks tbody tr");
    assert.equal((await rows.nth(0).locator("th").innerText()).trim(), "slip [mm]");
    const places = [];
    for (const index of [0, 1]) {
      const row = await rows.nth(index).boundingBox();
      const place = async (name) => {
        const box = await rows.nth(index).locator(`td.${name}`).boundingBox();
        return [box.x, box.y - row.y];
      };
      places.push({ expected: await place("expected"), measured: await place("measured") });
      const [tolerance, verdict] = [await rows.nth(0).locator(".tolerance").boundingBox(), await place("verdict")];
      assert.equal(verdict[0], places[index].measured[0]);
      assert.ok(tolerance.x === places[index].expected[0] && verdict[1] > places[index].measured[1]);
    }
    assert.deepEqual(places[0], places[1]);
  };
  await withPage(report(result("one", { checks })), look, { viewport: { width: 375, height: 700 } });
});

test("in a wide table the names of rows stay in sight, and the edge shows that there is more", async () => {
  const names = Array.from({ length: 20 }, (_, i) => `largest_error_of_the_force_${i}`);
  const wide = series("wide", Object.fromEntries(names.map((name) => [name, [1, 2]])));
  const tables = [{ title: "Wide", series: "wide", row_labels: ["left", "right"] }];
  await withPage(report(result("one", { series: [wide], tables })), async (page) => {
    const frame = page.locator(".scroll:has(.data)");
    const isCut = () => frame.evaluate((box) => box.classList.contains("cut"));
    await page.waitForFunction(() => document.querySelector(".scroll.cut"));
    const head = await page.locator(".data thead th").first().boundingBox();
    assert.ok(head.width < 130 && head.height > 40, `a head of ${head.width} × ${head.height} px`);
    const before = await page.locator(".data tbody th").first().boundingBox();
    await frame.evaluate((box) => box.scrollTo(box.scrollWidth, 0));
    await page.waitForFunction(() => !document.querySelector(".scroll.cut"));
    assert.equal(await isCut(), false);
    assert.equal((await page.locator(".data tbody th").first().boundingBox()).x, before.x);
  });
});

test("links, addresses and Back lead to the result they mean, whatever is drawn meanwhile", async () => {
  const square = series("square", { x: [0, 1, 1, 0], y: [0, 0, 4, 4], z: [0, 0, 1, 1] });
  const parts = {
    series: [square],
    // Equal axes change their height when they are drawn.
    figures: [figure("f", [panel([mark("line", "square", ["x", "y"], { label: "way" })], { equal_axes: true })])],
    scenes: [scene("room", [shape("curve", "square", ["x", "y", "z"], { label: "path" })])],
  };
  const names = ["a", "b", "c", "d", "e", "f"];
  const document = report(...names.map((name) => result(name, parts)));
  const lands = async (page, name, what, at = 16) => {
    // What is near is drawn, and a picture later nothing has moved.
    await page.waitForFunction(() => {
      const near = ({ top, bottom }) => bottom > -700 && top < innerHeight + 700;
      const places = [...window.document.querySelectorAll(".scene-place, .plot")];
      const isDrawn = (place) => place.querySelector("canvas:not(.waiting *)");
      return places.filter((place) => near(place.getBoundingClientRect())).every(isDrawn);
    });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const { y } = await page.locator(`#result-${name}`).boundingBox();
    assert.ok(Math.abs(y - at) < 40, `${what}: ${name} is at ${y}, not ${at}`);
  };
  await withPage(document, async (page) => lands(page, "d", "address"), { hash: "#result-d" });
  await withPage(document, async (page) => {
    for (const name of ["e", "b", "d", "c"]) {
      await page.locator(`nav a[href="#result-${name}"]`).click();
      await lands(page, name, "link");
    }
    await page.mouse.move(800, 400);
    await page.mouse.wheel(0, 300);
    await page.waitForFunction(() => history.state?.id === "result-c" && history.state.top < -200);
    const { y } = await page.locator("#result-c").boundingBox();
    await page.locator('nav a[href="#result-a"]').click();
    await lands(page, "a", "link");
    await page.goBack();
    await lands(page, "c", "Back", y);
    await page.goBack();
    await lands(page, "d", "Back");
    await page.locator('nav a[href="#result-d"]').click();
    await page.mouse.wheel(0, 500);
    await page.locator('nav a[href="#result-d"]').click();
    await lands(page, "d", "the same link again");
    // As a search in the page does.
    await page.locator("#result-f h2").evaluate((title) => title.scrollIntoView());
    const found = await page.locator("#result-f").boundingBox();
    await lands(page, "f", "a search", found.y);
  });
});

test("results have names for screen readers, and the list can be skipped", async () => {
  await withPage(report(result("one"), result("two")), async (page) => {
    assert.equal(await page.getByRole("region", { name: "Title of two" }).count(), 1);
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to the results" });
    assert.ok(await skip.evaluate((link) => link === document.activeElement && getComputedStyle(link).opacity === "1"));
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => location.hash === "#result-one");
  });
});

test("under a finger everything to press is large enough", async () => {
  const parts = { series: [path], figures: paths, checks: [check("a", { passed: false })] };
  const document = report(...Array.from({ length: 9 }, (_, i) => result(`r-${i}`, parts)));
  const look = async (page) => {
    await plot(page);
    await page.locator("nav summary").click();
    const small = await page.locator("button:visible, summary:visible, nav a:visible, .summary a").evaluateAll((all) =>
      all.map((one) => [one.textContent, one.getBoundingClientRect()])
        .filter(([, { width, height }]) => width < 24 || height < 24)
        .map(([text, { width, height }]) => `${text}: ${width} × ${height}`),
    );
    assert.deepEqual(small, []);
  };
  await withPage(document, look, { hasTouch: true, isMobile: true, viewport: { width: 375, height: 700 } });
});

test("among many results the wanted ones are soon found", async () => {
  const names = Array.from({ length: 25 }, (_, i) => `case-${i}`);
  const document = report(...names.map((name, i) => result(name, { checks: [check("a", { passed: i !== 7 })] })));
  await withPage(document, async (page) => {
    const seen = () => page.locator("nav li:visible .name").allInnerTexts();
    assert.equal((await seen()).length, 25);
    await page.getByLabel("Find a result").fill("CASE-2");
    assert.deepEqual(await seen(), ["case-2", "case-20", "case-21", "case-22", "case-23", "case-24"]);
    await page.getByLabel("Find a result").fill("");
    await page.getByRole("button", { name: "Failed only" }).click();
    assert.deepEqual(await seen(), ["case-7"]);
  });
});

test("a CSV file reads back bit for bit", async () => {
  const odd = [0, -0, 1, -1.5, 0.1, 1 / 3, 1e-300, 5e-324, 1.7976931348623157e308, 1e5, 1e21, NaN, Infinity, -Infinity];
  const spelled = ["0", "-0", "1", "-1.5", "0.1", "0.3333333333333333", "1e-300", "5e-324", "1.7976931348623157e+308"];
  const values = series("odd", { 'a,"b" [N·m]': odd, n: odd.map((_, i) => i) });
  await withPage(report(result("one", { series: [values] })), async (page) => {
    await page.locator(".recorded summary").click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download odd as CSV" }).click(),
    ]);
    assert.equal(file.suggestedFilename(), "odd.csv");
    const text = readFileSync(await file.path(), "utf8");
    const [head, ...lines] = text.trimEnd().split("\n");
    assert.ok(text.endsWith("\n"));
    assert.equal(head, '"a,""b"" [N·m]",n [1]');
    const cells = lines.map((line) => line.split(","));
    assert.deepEqual(
      cells.map(([cell]) => cell),
      [...spelled, "1e+05", "1e+21", "nan", "inf", "-inf"],
    );
    const words = { nan: NaN, inf: Infinity, "-inf": -Infinity };
    cells.forEach(([cell, n], row) => {
      assert.ok(Object.is(words[cell] ?? Number(cell), odd[row]), cell);
      assert.equal(n, String(row));
    });
  });
});

test("a CSV file of a million rows", async () => {
  const rows = 1_000_000;
  const values = Float64Array.from({ length: rows }, (_, i) => Math.sin(i));
  await withPage(report(result("one", { series: [series("long", { x: values })] })), async (page) => {
    await page.locator(".recorded summary").click();
    const [file] = await Promise.all([
      page.waitForEvent("download", { timeout: 60_000 }),
      page.getByRole("button", { name: "Download long as CSV" }).click(),
    ]);
    const lines = readFileSync(await file.path(), "utf8").trimEnd().split("\n");
    assert.equal(lines.length, rows + 1);
    for (const row of [0, 1, 20_000, 777_777, rows - 1]) assert.equal(Number(lines[row + 1]), values[row]);
  });
});

test("text from data stays text", async () => {
  const attacks = [
    '<img src=x onerror="window.hacked=1">',
    "</script><script>window.hacked=1</script>",
    '"><svg onload="window.hacked=1">',
    "<!--<script>window.hacked=1",
  ];
  for (const bad of attacks) {
    const numbers = series("numbers", { x: [0, 1], y: [0, 1] }, bad);
    numbers.columns[0].name = bad;
    numbers.columns[0].unit = bad;
    const marks = ["line", "points"].map((kind) => mark(kind, "numbers", [bad, "y"], { label: bad }));
    const heat = mark("heat_map", "numbers", [bad, "y", bad]);
    const dots = shape("points", "numbers", [bad, "y", "y"], { label: bad });
    const side = axis(bad, { unit: bad });
    const labels = [{ x: 0, y: 0, text: bad }];
    const both = { title: bad, caption: bad };
    const document = {
      ...report(
        result("one", {
          title: bad,
          source: bad,
          version: bad,
          made: bad,
          parameters: [{ name: bad, value: { text: bad }, unit: bad }],
          series: [numbers],
          checks: [check(bad, { unit: bad })],
          tables: [{ title: bad, series: "numbers", row_labels: [bad, bad] }],
          figures: [
            figure("fig", [panel(marks, { title: bad, x: side, y: side, labels }), panel([heat])], both),
            figure("places", [panel(marks, { x: axis(bad, { categories: [bad, bad] }) })]),
          ],
          scenes: [scene("room", [dots], { ...both, x: side })],
        }),
        result("two", { skipped: bad, title: bad }),
      ),
      version: bad,
      made: bad,
    };
    await withPage(document, async (page) => {
      const box = await (await plot(page, 0)).boundingBox();
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.locator(".recorded summary").click();
      await plot(page, 2);
      await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
      assert.equal(await page.evaluate(() => window.hacked), undefined);
      assert.equal(await page.locator("img[src=x], svg[onload]").count(), 0);
      const scripts = await page.locator("script:not([type])").count();
      assert.equal(scripts, 1, "the page's own script only");
      const text = await page.locator("#report").innerText();
      assert.ok(text.split(bad).length > 15, "it can be read where it belongs");
    });
  }
});

test("light and dark, as the system asks or the reader chooses", async () => {
  const document = report(result("one", { series: [path], figures: paths }));
  const background = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await withPage(
    document,
    async (page) => {
      assert.equal(await background(page), "rgb(23, 24, 26)");
      await plot(page);
      await page.getByRole("button", { name: "Change to light colours" }).click();
      assert.equal(await background(page), "rgb(255, 255, 255)");
      await page.getByRole("button", { name: "Change to dark colours" }).click();
      assert.equal(await background(page), "rgb(23, 24, 26)");
    },
    { colorScheme: "dark" },
  );
  await withPage(document, async (page) => assert.equal(await background(page), "rgb(255, 255, 255)"));
});

test("on a small screen nothing sticks out", async () => {
  const word = "Donaudampfschifffahrtsgesellschaftskapitänsmütze".repeat(2);
  const wide = series(
    "wide",
    Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`column number ${i} [N·m]`, [i, 1 / 3]])),
  );
  const document = report(
    ...Array.from({ length: 10 }, (_, i) =>
      result(`${word.toLowerCase()}-${i}`, {
        title: word,
        source: word,
        checks: [check(word, { published: 1e-300, measured: -1.23456e-300 })],
        parameters: [{ name: word, value: { text: word }, unit: "1" }],
        series: [path, wide],
        tables: [{ title: word, series: "wide", row_labels: [] }],
        figures: [figure("way", Array(3).fill(paths[0].panels[0]), { title: word, columns: 3 })],
      }),
    ),
  );
  const options = { viewport: { width: 375, height: 700 }, hasTouch: true, isMobile: true };
  await withPage(
    document,
    async (page) => {
      await plot(page, 1);
      const widths = () => page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
      assert.deepEqual(await widths(), [375, 375]);
      assert.equal(await page.locator("nav details").evaluate((box) => box.open), false);
      await page.locator("nav summary").click();
      assert.deepEqual(await widths(), [375, 375]);
    },
    options,
  );
});

test("on paper all figures are drawn, light, without controls", async () => {
  const many = Array.from({ length: 6 }, (_, i) => result(`r-${i}`, { series: [path], figures: paths }));
  await withPage(
    report(...many),
    async (page) => {
      await page.evaluate(() => {
        window.addEventListener("beforeprint", () => {
          window.drawn = document.querySelectorAll(".print svg").length;
        });
      });
      await page.pdf({ format: "A4" });
      assert.equal(await page.evaluate(() => window.drawn), 6);
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
      const pictures = page.locator(".print svg");
      assert.equal(await pictures.count(), 6);
      for (const picture of await pictures.all()) {
        assert.ok(await picture.isVisible());
        assert.ok((await picture.locator('path[stroke="#3a6ea5"]').count()) > 0, "the line");
        assert.match(await picture.innerHTML(), /Title of way/);
      }
      assert.equal(await page.locator("button:visible, nav:visible").count(), 0);
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "light");
      await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
      assert.equal(await page.locator(".print").count(), 0);
    },
    { colorScheme: "dark" },
  );
});

test("reports with little or nothing in them", async () => {
  await withPage(report(), async (page) => {
    assert.match(await page.locator("#report").innerText(), /This report holds no results/);
  });
  const bare = result("bare", { title: "", source: "", version: "", made: "", seconds: 0 });
  const empty = result("empty", {
    series: [series("none", { x: [], y: [] }, "")],
    tables: [{ title: "", series: "none", row_labels: [] }],
    figures: [figure("blank", [], { title: "", caption: "" })],
  });
  await withPage(report(bare, empty), async (page) => {
    assert.equal(await page.locator(".result").count(), 2);
    assert.match(await page.locator("#result-empty").innerText(), /none/);
  });
});
