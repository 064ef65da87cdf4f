// What a reader does to the axes with mouse or finger: brushes are drawn, moved, resized and cleared, axes change places.
import type { Span } from "../figure/frame";
import { withUnit } from "../text/numbers";
import type { Brush } from "./choice";
import type { Dimension } from "./dimension";
import type { Exploration } from "./exploration";
import type { Layout, Spot } from "./layout";
import { coordinateAt, spotAt, yOf } from "./layout";

/** Less is a click. */
const leastWay = 3;

const cursors: Record<Spot["part"], string> = {
  title: "grab",
  axis: "crosshair",
  brush: "move",
  low: "ns-resize",
  high: "ns-resize",
  missing: "pointer",
};

interface Grip {
  spot: Spot;
  dimension: number;
  x: number;
  y: number;
  /** The brush as it was. */
  before: Brush | null;
  hasMoved: boolean;
}

export function listen(
  surface: HTMLCanvasElement,
  exploration: Exploration,
  layout: () => Layout,
  /** Shows axes beside their places, by so many pixels. */
  shift: (pixels: Map<number, number>) => void,
): void {
  let grip: Grip | null = null;

  const ordered = () => exploration.order.map((place) => exploration.dimensions[place]!);
  const spotOf = (x: number, y: number): Spot | null => {
    const brushes = exploration.order.map((place) => exploration.choice.brushes[place]!);
    return spotAt(layout(), ordered(), brushes, x, y);
  };
  const nameOf = ({ axis, name }: Dimension) => withUnit(axis.label || name, axis.unit);

  /** The place from the left that an axis held there is to have. */
  const placeAt = (x: number): number => {
    const distances = layout().xs.map((at) => Math.abs(at - x));
    return distances.indexOf(Math.min(...distances));
  };

  /** The brush, pulled to a height. */
  function pulled({ spot, dimension: index, y: from, before }: Grip, y: number): Span {
    const here = layout();
    const dimension = exploration.dimensions[index]!;
    const at = coordinateAt(here, dimension, y);
    if (spot.part === "axis" || before === null || before === "missing") {
      const start = coordinateAt(here, dimension, from);
      return [Math.min(start, at), Math.max(start, at)];
    }
    if (spot.part === "brush") {
      // As a whole, and not beyond the ends of the axis.
      const [foot, head] = before.map((end) => yOf(here, dimension, end)) as [number, number];
      const way = Math.min(Math.max(y - from, here.top - head), here.bottom - foot);
      return [coordinateAt(here, dimension, foot + way), coordinateAt(here, dimension, head + way)];
    }
    const fixed = spot.part === "low" ? before[1] : before[0];
    return [Math.min(fixed, at), Math.max(fixed, at)];
  }

  surface.addEventListener("pointerdown", ({ offsetX: x, offsetY: y, button, pointerId }) => {
    const spot = button === 0 ? spotOf(x, y) : null;
    if (!spot) return;
    const dimension = exploration.order[spot.place]!;
    grip = { spot, dimension, x, y, before: exploration.choice.brushes[dimension]!, hasMoved: false };
    surface.setPointerCapture(pointerId);
  });
  // A finger on an axis draws a brush; elsewhere it scrolls the page.
  surface.addEventListener(
    "touchstart",
    (event) => {
      const { left, top } = surface.getBoundingClientRect();
      const touch = event.touches[0]!;
      if (spotOf(touch.clientX - left, touch.clientY - top)) event.preventDefault();
    },
    { passive: false },
  );

  surface.addEventListener("pointermove", ({ offsetX: x, offsetY: y }) => {
    if (!grip) {
      const spot = spotOf(x, y);
      surface.style.cursor = spot ? cursors[spot.part] : "default";
      surface.title = spot?.part === "title" ? nameOf(ordered()[spot.place]!) : "";
      return;
    }
    grip.hasMoved ||= Math.hypot(x - grip.x, y - grip.y) > leastWay;
    const { spot, dimension, hasMoved } = grip;
    if (!hasMoved || spot.part === "missing") return;
    if (spot.part === "title") shift(new Map([[spot.place, x - grip.x]]));
    else exploration.brush(dimension, pulled(grip, y));
  });

  const end = ({ type, offsetX: x }: PointerEvent) => {
    if (!grip) return;
    const { spot, dimension, hasMoved, before } = grip;
    const isDone = type === "pointerup";
    const start = layout().xs[spot.place]! - grip.x;
    grip = null;
    if (spot.part === "title") {
      shift(new Map());
      if (isDone && hasMoved) exploration.move(dimension, placeAt(x + start));
    } else if (!isDone) exploration.brush(dimension, before);
    else if (spot.part === "missing") exploration.brush(dimension, before === "missing" ? null : "missing");
    else if (spot.part === "axis" && !hasMoved) exploration.brush(dimension, null);
  };
  surface.addEventListener("pointerup", end);
  surface.addEventListener("pointercancel", end);
}
