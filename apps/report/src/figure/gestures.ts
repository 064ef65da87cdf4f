// How a reader moves about in a plot: a box drawn with the mouse, Ctrl and the wheel, two fingers, or keys.
import type { Span } from "./frame";
import type { Plot } from "./plot";
import type { Ranges } from "./ranges";
import { moved, zoomed } from "./ranges";

export interface Target {
  plot(): Plot | null;
  /** Shows other ranges; null for all there is. */
  show(ranges: Ranges | null): void;
  point(x: number, y: number): void;
  step(rows: number, marks: number): void;
  leave(): void;
}

interface Place {
  x: number;
  y: number;
}

const leastBox = 6;

/** Closer around a place given as shares of the way along x and y. */
function closer({ shown }: Plot, factor: number, at: Place = { x: 0.5, y: 0.5 }): Ranges | null {
  const x = zoomed(shown.x, factor, at.x);
  const y = zoomed(shown.y, factor, at.y);
  return x && y && { x, y };
}

export function listen(surface: HTMLElement, target: Target): void {
  const fingers = new Map<number, Place>();
  let start: Place | null = null;
  let panned: Ranges | null = null;
  let pinch: { ranges: Ranges; spread: number; at: Place } | null = null;

  const area = () => target.plot()!.chart.over.getBoundingClientRect();
  const isInside = ({ x, y }: Place) => x >= 0 && y >= 0 && x <= area().width && y <= area().height;
  const placeOf = (event: MouseEvent): Place => {
    const { left, top } = area();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const shareOf = ({ x, y }: Place): Place => ({ x: x / area().width, y: 1 - y / area().height });
  const zoom = (factor: number, at?: Place) => {
    const plot = target.plot();
    const ranges = plot && closer(plot, factor, at);
    if (ranges) target.show(ranges);
  };

  // Many events may come before the next picture: only the last counts.
  let latest: (() => void) | null = null;
  const soon = (work: () => void) => {
    if (!latest) {
      requestAnimationFrame(() => {
        const todo = latest;
        latest = null;
        if (target.plot()) todo?.();
      });
    }
    latest = work;
  };

  function box(from: Place, to: Place) {
    const { width, height } = area();
    const within = (value: number, most: number) => Math.max(0, Math.min(value, most));
    const [left, right] = [within(Math.min(from.x, to.x), width), within(Math.max(from.x, to.x), width)];
    const [top, bottom] = [within(Math.min(from.y, to.y), height), within(Math.max(from.y, to.y), height)];
    // A thin box is meant for one axis only.
    const isWide = right - left >= leastBox;
    const isHigh = bottom - top >= leastBox;
    return {
      left: isWide ? left : 0,
      top: isHigh ? top : 0,
      width: isWide ? right - left : isHigh ? width : 0,
      height: isHigh ? bottom - top : isWide ? height : 0,
    };
  }

  function zoomTo(plot: Plot, chosen: ReturnType<typeof box>): void {
    const { width, height } = area();
    const part = ([low, high]: Span, from: number, share: number): Span | null =>
      zoomed([low, high], 1 / share, share < 1 ? from / (1 - share) : 0);
    const x = part(plot.shown.x, chosen.left / width, chosen.width / width);
    const y = part(plot.shown.y, 1 - (chosen.top + chosen.height) / height, chosen.height / height);
    if (x && y) target.show({ x, y });
  }

  const spread = ([a, b]: Place[]) => Math.hypot(a!.x - b!.x, a!.y - b!.y);
  const middle = ([a, b]: Place[]): Place => ({ x: (a!.x + b!.x) / 2, y: (a!.y + b!.y) / 2 });

  surface.addEventListener("pointerdown", (event) => {
    const plot = target.plot();
    if (!plot) return;
    const place = placeOf(event);
    if (!isInside(place)) return;
    if (event.pointerType === "touch") {
      fingers.set(event.pointerId, place);
      if (fingers.size === 2) {
        const both = [...fingers.values()];
        pinch = { ranges: plot.shown, spread: spread(both), at: shareOf(middle(both)) };
      } else {
        target.point(place.x, place.y);
      }
    } else if (event.button === 0) {
      start = place;
      panned = event.shiftKey ? plot.shown : null;
      surface.setPointerCapture(event.pointerId);
      surface.focus({ preventScroll: true });
      event.preventDefault();
    }
  });

  surface.addEventListener("pointermove", (event) => {
    const plot = target.plot();
    if (!plot) return;
    const place = placeOf(event);
    if (pinch && fingers.has(event.pointerId)) {
      fingers.set(event.pointerId, place);
      const both = [...fingers.values()];
      const factor = spread(both) / pinch.spread;
      // What was between the fingers at first stays there.
      const at = shareOf(middle(both));
      const x = zoomed(moved(pinch.ranges.x, pinch.at.x - at.x), factor, at.x);
      const y = zoomed(moved(pinch.ranges.y, pinch.at.y - at.y), factor, at.y);
      if (x && y) soon(() => target.show({ x, y }));
    } else if (start && panned) {
      const [x, y] = [(start.x - place.x) / area().width, (place.y - start.y) / area().height];
      const from = panned;
      soon(() => target.show({ x: moved(from.x, x), y: moved(from.y, y) }));
    } else if (start) {
      target.leave();
      plot.chart.setSelect(box(start, place), false);
    } else if (isInside(place)) {
      soon(() => target.point(place.x, place.y));
    } else {
      latest = null;
      target.leave();
    }
  });

  const end = (event: PointerEvent) => {
    const plot = target.plot();
    fingers.delete(event.pointerId);
    if (fingers.size < 2) pinch = null;
    if (!start || !plot) return;
    const chosen = box(start, placeOf(event));
    const isBox = !panned && event.type === "pointerup" && chosen.width > 0;
    start = panned = null;
    plot.chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    if (isBox) zoomTo(plot, chosen);
  };
  surface.addEventListener("pointerup", end);
  surface.addEventListener("pointercancel", end);
  surface.addEventListener("pointerleave", (event) => {
    latest = null;
    if (event.pointerType !== "touch") target.leave();
  });
  surface.addEventListener("dblclick", () => target.show(null));
  surface.addEventListener(
    "wheel",
    (event) => {
      // Without Ctrl the wheel belongs to the page.
      if (!event.ctrlKey || !target.plot() || !isInside(placeOf(event))) return;
      event.preventDefault();
      zoom(Math.exp(-event.deltaY / 300), shareOf(placeOf(event)));
    },
    { passive: false },
  );

  const pan = (x: number, y: number) => {
    const shown = target.plot()?.shown;
    if (shown) target.show({ x: moved(shown.x, x), y: moved(shown.y, y) });
  };
  const keys: Record<string, () => void> = {
    "+": () => zoom(1.25),
    "=": () => zoom(1.25),
    "-": () => zoom(0.8),
    "−": () => zoom(0.8),
    "0": () => target.show(null),
    Escape: () => target.leave(),
    ArrowLeft: () => pan(-0.1, 0),
    ArrowRight: () => pan(0.1, 0),
    ArrowUp: () => pan(0, 0.1),
    ArrowDown: () => pan(0, -0.1),
    "Alt ArrowLeft": () => target.step(-1, 0),
    "Alt ArrowRight": () => target.step(1, 0),
    "Alt ArrowUp": () => target.step(0, -1),
    "Alt ArrowDown": () => target.step(0, 1),
  };
  surface.addEventListener("keydown", (event) => {
    const work = event.ctrlKey || event.metaKey ? undefined : keys[(event.altKey ? "Alt " : "") + event.key];
    if (!work || !target.plot()) return;
    event.preventDefault();
    work();
  });
}
