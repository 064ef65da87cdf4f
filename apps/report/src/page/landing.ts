// Where links lead. What stands above a result may change its height while it is drawn, so the place a reader went to is
// held until the reader moves on. Back finds its place by the result that was being read, wherever that is by now.

/** A result, and how far below the top of the window it begins [px]. */
interface Place {
  id: string;
  top: number;
}

/** A place is remembered when the page has not been scrolled for so long [ms]. */
const rest = 100;

export function keepPlaces(sections: HTMLElement[]): void {
  let held: Place | null = null;
  // Where it came to be, at most as near to the top as the page scrolls, and how high the page was then.
  let reached = 0;
  let height = 0;

  const topOf = ({ id }: Place) => document.getElementById(id)?.getBoundingClientRect().top ?? NaN;
  const settle = () => {
    if (!held) return;
    const way = topOf(held) - held.top;
    if (way) window.scrollBy(0, way);
    reached = topOf(held);
    height = document.body.offsetHeight;
  };
  const hold = (place: Place | null) => {
    held = place;
    settle();
  };
  const linked = (hash: string): Place | null => {
    const padding = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
    return hash.length > 1 ? { id: hash.slice(1), top: padding } : null;
  };
  const current = (): Place | null => {
    const section = sections.find((candidate) => candidate.getBoundingClientRect().bottom > 0);
    return section ? { id: section.id, top: section.getBoundingClientRect().top } : null;
  };

  new ResizeObserver(settle).observe(document.body);
  for (const move of ["wheel", "touchstart", "pointerdown", "keydown"]) {
    window.addEventListener(move, () => (held = null), { capture: true, passive: true });
  }

  history.scrollRestoration = "manual";
  let timer = 0;
  window.addEventListener("scroll", () => {
    // Moved by other means, a search in the page for one.
    if (held && height === document.body.offsetHeight && Math.abs(topOf(held) - reached) > 2) held = null;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => history.replaceState(current(), ""), rest);
  });
  window.addEventListener("popstate", ({ state }) => {
    const place = (state as Place | null) ?? linked(location.hash);
    if (!place) window.scrollTo(0, 0);
    hold(place);
  });
  // A link to where the address points already changes nothing that would be announced.
  document.addEventListener("click", ({ target }) => {
    const link = target instanceof Element ? target.closest("a") : null;
    if (link && link.hash === location.hash) hold(linked(link.hash));
  });
  hold((history.state as Place | null) ?? linked(location.hash));
}
