// Looks at the plots of an open page: where they are, what they show, and how much of it is drawn in a colour.

/** Colours of marks on a light page, as src/colour/shades.ts has them. */
export const light = {
  blue: [0x3a, 0x6e, 0xa5],
  red: [0xd9, 0x48, 0x5f],
  green: [0x1f, 0x7a, 0x33],
  yellow: [0xa0, 0x8c, 0x14],
  cyan: [0x2f, 0x9f, 0xc4],
  purple: [0xa3, 0x32, 0x6f],
  grey: [0x8c, 0x8c, 0x8c],
  ink: [0x1d, 0x1d, 0x1f],
};

/** The plot at this place on the page, drawn and in view. */
export async function plot(page, index = 0) {
  const root = page.locator(".plot").nth(index);
  await root.scrollIntoViewIfNeeded();
  await root.locator("canvas").waitFor();
  return root;
}

/** What it shows: the plot area in pixels of the page, and its ranges as coordinates (logarithms on log axes). */
export async function view(page, index = 0) {
  const root = await plot(page, index);
  return root.evaluate((element) => {
    const { left, top, width, height } = element.querySelector(".u-over").getBoundingClientRect();
    const { x, y } = element.querySelector(".uplot").dataset;
    return { left, top, width, height, x: x.split(" ").map(Number), y: y.split(" ").map(Number) };
  });
}

/** Where on the page a point stands. */
export function pixel({ left, top, width, height, x, y }, [px, py]) {
  return [left + ((px - x[0]) / (x[1] - x[0])) * width, top + ((y[1] - py) / (y[1] - y[0])) * height];
}

/** How many pixels of the plot area have this colour; any that are not background or grid, where none is given. */
export async function ink(page, index = 0, colour = null) {
  const root = await plot(page, index);
  return root.evaluate((element, wanted) => {
    const canvas = element.querySelector("canvas");
    const [over, whole] = [element.querySelector(".u-over"), canvas].map((part) => part.getBoundingClientRect());
    const ratio = canvas.width / whole.width;
    // A pixel inside, so that axes do not count.
    const [left, top] = [(over.left - whole.left) * ratio + 2, (over.top - whole.top) * ratio + 2];
    const [width, height] = [over.width * ratio - 4, over.height * ratio - 4];
    // From a copy: reading a canvas itself would change how the browser draws it.
    const copy = document.createElement("canvas");
    [copy.width, copy.height] = [canvas.width, canvas.height];
    const context = copy.getContext("2d", { willReadFrequently: true });
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(left, top, width, height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) {
      const isNear = !wanted || wanted.every((part, k) => Math.abs(part - data[i + k]) < 14);
      if (isNear && data[i + 3] > 150) ++count;
    }
    return count;
  }, colour);
}

/** Moves the mouse to a place and gives what the card says, or null. */
export async function hover(page, index, [x, y]) {
  await page.mouse.move(x, y);
  // The card follows with the next picture.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const card = page.locator(".stage").nth(index).locator(".tip");
  return (await card.isVisible()) ? card.innerText() : null;
}
