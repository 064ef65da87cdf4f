// The one WebGL context of the page: browsers allow few, and a page may have many scenes. Each picture is drawn with it
// and then copied to where it belongs.
import { WebGLRenderer, type Camera, type Plane, type Scene } from "three";

export const missing = "This scene needs WebGL 2, which this browser does not offer or has switched off.";

let renderer: WebGLRenderer | null | undefined;
const restored: (() => void)[] = [];

function start(): WebGLRenderer | null {
  const canvas = document.createElement("canvas");
  // Asked for here and not by the library, which would complain where there is none.
  const context = canvas.getContext("webgl2", { alpha: true, antialias: true });
  if (!context) return null;
  const made = new WebGLRenderer({ canvas, context, alpha: true, antialias: true });
  made.setClearColor(0, 0);
  // The library takes up its work again by itself; the pictures must be drawn anew.
  canvas.addEventListener("webglcontextrestored", () => restored.forEach((redraw) => redraw()));
  return made;
}

export function hasWebGl(): boolean {
  if (renderer === undefined) renderer = start();
  return renderer !== null;
}

export function onRestored(redraw: () => void): void {
  restored.push(redraw);
}

/** Draws over what is on a canvas of width × height pixels, only what is on the inner side of all planes. */
export function draw(
  target: CanvasRenderingContext2D,
  scene: Scene,
  camera: Camera,
  [width, height]: [number, number],
  planes: Plane[],
): void {
  if (!hasWebGl()) return;
  const { domElement } = renderer!;
  // It only ever grows: pictures of several sizes in turn must not make it anew each time.
  if (width > domElement.width || height > domElement.height) {
    renderer!.setSize(Math.max(width, domElement.width), Math.max(height, domElement.height), false);
  }
  renderer!.setViewport(0, 0, width, height);
  renderer!.clippingPlanes = planes;
  renderer!.render(scene, camera);
  target.drawImage(domElement, 0, domElement.height - height, width, height, 0, 0, width, height);
}
