// Looks at the explorers of an open page, and does to them what a reader does.

/** The page when everything asked for so far has been drawn. */
export async function drawn(page) {
  await page.locator(".coordinates").first().scrollIntoViewIfNeeded();
  await page.locator(".coordinates[data-drawn]").first().waitFor();
  // Tables follow a little later.
  await page.waitForTimeout(100);
}

/** Where things are on the page: axes from left to right, and the heights between which they stand. */
export async function axes(page) {
  await drawn(page);
  return page.locator(".coordinates").first().evaluate((stage) => {
    const { left, top } = stage.getBoundingClientRect();
    const [head, foot, missing] = stage.dataset.heights.split(" ").map((y) => top + Number(y));
    return { xs: stage.dataset.xs.split(" ").map((x) => left + Number(x)), head, foot, missing };
  });
}

/** The height on the page of a coordinate on an axis whose rows span [low, high]: the axis has 3 % more at both ends. */
export function height({ head, foot }, [low, high], at) {
  const room = 0.03 * (high - low);
  return foot - ((at - low + room) / (high - low + 2 * room)) * (foot - head);
}

export async function drag(page, [x0, y0], [x1, y1]) {
  await page.mouse.move(x0, y0);
  await page.mouse.down();
  await page.mouse.move((x0 + x1) / 2, (y0 + y1) / 2);
  await page.mouse.move(x1, y1);
  await page.mouse.up();
  await drawn(page);
}

/** Draws a brush on the axis at this place from the left, over these coordinates. */
export async function brush(page, place, span, from, to) {
  const all = await axes(page);
  const x = all.xs[place];
  await drag(page, [x, height(all, span, from)], [x, height(all, span, to)]);
}

export const summary = (page) => page.locator(".summary-of-choice").first().innerText();

/** A column of the table of chosen rows. */
export async function chosen(page, column) {
  await drawn(page);
  return page.locator(`.chosen tbody td:nth-child(${column + 1})`).allInnerTexts();
}

/** How many pixels of the lines are neither paper nor grey, and how many are grey. */
export async function lines(page) {
  await drawn(page);
  return page.locator(".coordinates .lines").first().evaluate((canvas) => {
    const copy = document.createElement("canvas");
    [copy.width, copy.height] = [canvas.width, canvas.height];
    const context = copy.getContext("2d", { willReadFrequently: true });
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, copy.width, copy.height);
    const found = { coloured: 0, grey: 0 };
    for (let i = 0; i < data.length; i += 4) {
      const [low, high] = [Math.min(...data.slice(i, i + 3)), Math.max(...data.slice(i, i + 3))];
      if (high - low > 24) ++found.coloured;
      else if (high - low < 10 && low < 240) ++found.grey;
    }
    return found;
  });
}
