// The names of shapes with a sample of each: buttons on the page that hide and show them, and text in pictures.
import { shade, type Theme } from "../colour/shades";
import { element } from "../page/dom";
import { fitted, font, labelSize } from "../text/measure";
import { inks } from "./axes";
import type { Body } from "./body";

const lineHeight = 22;

type Context = CanvasRenderingContext2D;

export interface Legend {
  element: HTMLElement;
  setTheme(theme: Theme): void;
}

/** One button for each shape that has a name. */
export function legendButtons(bodies: Body[], changed: () => void): Legend {
  const group = element("div", { class: "legend", role: "group", "aria-label": "Shapes" });
  const samples = bodies.filter(({ label }) => label !== "").map((body) => {
    const sample = element("canvas", { width: "36", height: "24", "aria-hidden": "true" });
    const attributes = { type: "button", "aria-pressed": "true", title: "Show or hide" };
    const button = element("button", attributes, sample, body.label);
    button.addEventListener("click", () => {
      body.isShown = !body.isShown;
      button.setAttribute("aria-pressed", String(body.isShown));
      changed();
    });
    group.append(button);
    return { body, context: sample.getContext("2d")! };
  });
  return {
    element: group,
    setTheme(theme) {
      for (const { body, context } of samples) {
        context.setTransform(2, 0, 0, 2, 0, 0);
        context.clearRect(0, 0, 18, 12);
        drawSample(context, body, theme, 0, 6);
      }
    },
  };
}

function drawSample(context: Context, body: Body, theme: Theme, x: number, y: number): void {
  context.strokeStyle = context.fillStyle = shade(body.colour, theme);
  context.lineWidth = 2.2;
  context.beginPath();
  body.drawSample(context, x, y);
}

/** Writes the names of the shapes that are shown, long ones cut short, into a picture; gives the height they take. */
export function drawLegend(context: Context, bodies: Body[], left: number, top: number, width: number): number {
  const fontText = font(labelSize);
  context.font = fontText;
  context.textAlign = "left";
  context.textBaseline = "middle";
  let [x, y] = [left, top];
  const named = bodies.filter(({ label, isShown }) => label !== "" && isShown);
  for (const body of named) {
    const label = fitted(body.label, fontText, width - 25);
    const size = 18 + 7 + context.measureText(label).width;
    if (x > left && x + size > left + width) [x, y] = [left, y + lineHeight];
    drawSample(context, body, "light", x, y + lineHeight / 2);
    context.fillStyle = inks.light.text;
    context.fillText(label, x + 25, y + lineHeight / 2);
    x += size + 20;
  }
  return named.length > 0 ? y + lineHeight - top : 0;
}
