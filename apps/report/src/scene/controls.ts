// Turning, zooming and moving a view by mouse, fingers and keys. The page must go on scrolling: the wheel zooms only
// with Ctrl or where the view has the focus, and one finger turns it only sideways until then (see scene.css).
export interface Controlled {
  /** [rad] */
  turn(azimuth: number, elevation: number): void;
  /** About a place of the picture [px]; about its middle where there is none. */
  zoom(factor: number, x?: number, y?: number): void;
  shift(right: number, down: number): void;
  reset(): void;
  toggle(): void;
  hover(x: number, y: number): void;
  leave(): void;
}

/** [rad] for one pixel of a drag, and for one press of a key. */
const dragTurn = 0.008;
const keyTurn = Math.PI / 36;
const keyZoom = 1.15;

export function control(canvas: HTMLCanvasElement, view: Controlled): void {
  const fingers = new Map<number, { x: number; y: number }>();

  const middle = (): { x: number; y: number; spread: number } => {
    const [a, b] = [...fingers.values()] as [{ x: number; y: number }, { x: number; y: number }];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, spread: Math.hypot(a.x - b.x, a.y - b.y) };
  };

  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    view.leave();
  });

  canvas.addEventListener("pointermove", (event) => {
    const last = fingers.get(event.pointerId);
    if (!last) {
      if (event.pointerType === "mouse") view.hover(event.offsetX, event.offsetY);
      return;
    }
    const now = { x: event.offsetX, y: event.offsetY };
    if (fingers.size === 2) {
      const before = middle();
      fingers.set(event.pointerId, now);
      const after = middle();
      if (before.spread > 0 && after.spread > 0) view.zoom(after.spread / before.spread, after.x, after.y);
      view.shift(after.x - before.x, after.y - before.y);
      return;
    }
    fingers.set(event.pointerId, now);
    const [right, down] = [now.x - last.x, now.y - last.y];
    // Other buttons than the first, or Shift, move the picture.
    if (event.shiftKey || (event.buttons & 6) !== 0) view.shift(right, down);
    else view.turn(-dragTurn * right, dragTurn * down);
  });

  for (const name of ["pointerup", "pointercancel"] as const) {
    canvas.addEventListener(name, (event) => fingers.delete(event.pointerId));
  }
  canvas.addEventListener("pointerleave", () => view.leave());
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("dblclick", () => view.reset());

  canvas.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && document.activeElement !== canvas) return;
      event.preventDefault();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY / 100 : event.deltaY / 3;
      view.zoom(Math.exp(-0.25 * Math.max(-4, Math.min(4, lines))), event.offsetX, event.offsetY);
    },
    { passive: false },
  );

  const keys: Record<string, () => void> = {
    ArrowLeft: () => view.turn(-keyTurn, 0),
    ArrowRight: () => view.turn(keyTurn, 0),
    ArrowUp: () => view.turn(0, keyTurn),
    ArrowDown: () => view.turn(0, -keyTurn),
    "+": () => view.zoom(keyZoom),
    "=": () => view.zoom(keyZoom),
    "-": () => view.zoom(1 / keyZoom),
    "−": () => view.zoom(1 / keyZoom),
    "0": () => view.reset(),
    " ": () => view.toggle(),
  };
  canvas.addEventListener("keydown", (event) => {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  });
}
