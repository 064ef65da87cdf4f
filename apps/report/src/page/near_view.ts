// Work put off until it is about to be seen: a report may hold more figures than anyone scrolls to.
const waiting = new Map<Element, () => void>();

const observer = new IntersectionObserver(
  (changes) => {
    for (const { target, isIntersecting } of changes) if (isIntersecting) waiting.get(target)?.();
  },
  { rootMargin: "800px 0px" },
);

/** Does the work once, when the element comes near the viewport or when the function it returns is called. */
export function nearView(element: Element, work: () => void): () => void {
  const begin = () => {
    if (!waiting.delete(element)) return;
    observer.unobserve(element);
    work();
  };
  waiting.set(element, begin);
  observer.observe(element);
  return begin;
}
