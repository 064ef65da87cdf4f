// What pictures are drawn on: a canvas, or an SVG drawing.
import uPlot from "uplot";

import type { Context } from "../figure/frame";
import type { Plot } from "../figure/plot";
import { SvgContext } from "./svg_context";

const canvasZoom = 2;

export interface Sheet {
  context: Context;
  plot(x: number, y: number, width: number, height: number, make: (part: Sized) => Plot): void;
}

type Sized = Pick<ConstructorParameters<typeof Plot>[3], "width" | "height" | "zoom" | "context">;

/** Gives the sheet, of a size that whoever draws has found out. */
export type Begin = (width: number, height: number) => Sheet;

function canvasSheet(canvas: HTMLCanvasElement, width: number, height: number): Sheet {
  canvas.width = canvasZoom * width;
  canvas.height = canvasZoom * height;
  const context = canvas.getContext("2d")!;
  context.scale(canvasZoom, canvasZoom);
  return {
    context,
    plot(x, y, w, h, make) {
      // uPlot multiplies by the screen's ratio.
      const zoom = canvasZoom / uPlot.pxRatio;
      const { chart } = make({ width: w * zoom, height: h * zoom, zoom });
      context.drawImage(chart.ctx.canvas, x, y, w, h);
      chart.destroy();
    },
  };
}

function svgSheet(context: SvgContext): Sheet {
  return {
    context,
    plot(x, y, w, h, make) {
      const zoom = 1 / uPlot.pxRatio;
      make({ width: w * zoom, height: h * zoom, zoom, context: context.child(x, y) }).chart.destroy();
    },
  };
}

export function onCanvas(paint: (begin: Begin) => void): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  paint((width, height) => canvasSheet(canvas, width, height));
  return canvas;
}

export function onSvg(paint: (begin: Begin) => void): SVGElement {
  let root: SVGElement | undefined;
  paint((width, height) => {
    const context = SvgContext.sheet(width, height);
    root = context.root;
    return svgSheet(context);
  });
  return root!;
}
