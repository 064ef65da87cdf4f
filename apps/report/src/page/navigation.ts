// The list of results: where each is, how it came out, and a quick way to the one wanted.
import { element } from "./dom";
import type { Result } from "../document";
import { verdict, verdictMark } from "./verdict";

const filterFrom = 8;

const anchors = new Map<Result, string>();

/** Where a link to a result leads. Two results may have one name. */
export function anchor(result: Result): string {
  const known = anchors.get(result);
  if (known) return known;
  const taken = new Set(anchors.values());
  let own = `result-${result.name}`;
  for (let number = 2; taken.has(own); ++number) own = `result-${result.name}-${number}`;
  anchors.set(result, own);
  return own;
}

function entry(result: Result): HTMLElement {
  const link = element(
    "a",
    { href: `#${anchor(result)}`, title: result.title },
    verdictMark(verdict(result), true),
    element("span", { class: "name" }, result.name),
  );
  return element("li", { class: verdict(result) }, link);
}

export function navigation(results: Result[]): HTMLElement {
  const entries = results.map(entry);
  const list = element("ol", {}, ...entries);
  const none = element("p", { class: "quiet", hidden: "" }, "No result matches.");
  const parts: HTMLElement[] = [];

  if (results.length >= filterFrom) {
    const words = element("input", { type: "search", placeholder: "Find a result", "aria-label": "Find a result" });
    const failed = element("button", { type: "button", "aria-pressed": "false" }, "Failed only");
    const apply = () => {
      const wanted = words.value.trim().toLowerCase();
      const onlyFailed = failed.getAttribute("aria-pressed") === "true";
      results.forEach((result, index) => {
        const text = `${result.name} ${result.title} ${result.source}`.toLowerCase();
        entries[index]!.hidden = !text.includes(wanted) || (onlyFailed && verdict(result) !== "failed");
      });
      none.hidden = entries.some((item) => !item.hidden);
    };
    words.addEventListener("input", apply);
    failed.addEventListener("click", () => {
      failed.setAttribute("aria-pressed", String(failed.getAttribute("aria-pressed") !== "true"));
      apply();
    });
    parts.push(element("div", { class: "filter" }, words));
    if (results.some((result) => verdict(result) === "failed")) parts[0]!.append(failed);
  }
  // Open where there is room beside the results; above them, on a small screen, it would push them out of sight.
  const wide = window.matchMedia("(min-width: 64rem)");
  const box = element("details", {}, element("summary", {}, "Results"), ...parts, list, none);
  const fit = () => {
    box.open = wide.matches;
  };
  wide.addEventListener("change", fit);
  fit();
  list.addEventListener("click", () => {
    if (!wide.matches) box.open = false;
  });
  return element("nav", { "aria-label": "Results" }, box);
}

/** Marks in the list the result that is being read. */
export function followReading(nav: HTMLElement, sections: HTMLElement[]): void {
  const links = new Map([...nav.querySelectorAll("a")].map((link) => [link.hash.slice(1), link]));
  const inView = new Set<string>();
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) {
        if (isIntersecting) inView.add(target.id);
        else inView.delete(target.id);
      }
      const current = sections.find((section) => inView.has(section.id))?.id;
      for (const [id, link] of links) {
        if (id === current) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
    },
    { rootMargin: "-20% 0px -60% 0px" },
  );
  for (const section of sections) observer.observe(section);
}
