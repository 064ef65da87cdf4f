// The page as readers open it: what the report holds, a list to find one's way, and the results.
import type { Report } from "../document";
import { element } from "./dom";
import { keepPlaces } from "./landing";
import { anchor, followReading, navigation } from "./navigation";
import { count, instant } from "../text/numbers";
import { resultSection } from "./result";
import { chooseTheme, onThemeChange, theme } from "./theme";
import { failures, verdict, verdictMark } from "./verdict";

function themeSwitch(): HTMLElement {
  const button = element("button", { type: "button", class: "theme" });
  const say = () => {
    const other = theme() === "dark" ? "light" : "dark";
    button.textContent = other === "dark" ? "☾ Dark" : "☀ Light";
    button.setAttribute("aria-label", `Change to ${other} colours`);
  };
  button.addEventListener("click", () => chooseTheme(theme() === "dark" ? "light" : "dark"));
  onThemeChange(say);
  say();
  return button;
}

function summary(report: Report): HTMLElement {
  const all = report.results.flatMap((result) => result.checks);
  const failed = all.filter((check) => !check.passed).length;
  const skipped = report.results.filter((result) => verdict(result) === "skipped").length;
  const item = (kind: "passed" | "failed" | "skipped", number: number, text: string) => {
    const amount = element("strong", {}, String(number));
    return element("li", { class: number > 0 ? kind : "none" }, verdictMark(kind), amount, ` ${text}`);
  };
  const firstFailed = report.results.find((result) => failures(result) > 0);
  const failedText = item("failed", failed, failed === 1 ? "check failed" : "checks failed");
  if (firstFailed) failedText.append(element("a", { href: `#${anchor(firstFailed)}` }, "show"));
  return element(
    "ul",
    { class: "summary", "aria-label": "Summary" },
    item("passed", all.length - failed, all.length - failed === 1 ? "check passed" : "checks passed"),
    failedText,
    item("skipped", skipped, skipped === 1 ? "result skipped" : "results skipped"),
  );
}

export function showPage(report: Report, place: HTMLElement): void {
  const sections = report.results.map(resultSection);
  const facts = [
    report.version ? `stickslip ${report.version}` : "",
    report.made ? `made ${instant(report.made)}` : "",
    count(report.results.length, "result"),
  ];
  const header = element(
    "header",
    { class: "report" },
    element("div", {}, element("h1", {}, "stickslip report"), themeSwitch()),
    element("p", { class: "quiet" }, facts.filter(Boolean).join(" · ")),
    summary(report),
  );
  if (sections.length === 0) {
    place.append(header, element("p", {}, "This report holds no results."));
    return;
  }
  const nav = navigation(report.results);
  const skip = element("a", { class: "skip", href: `#${sections[0]!.id}` }, "Skip to the results");
  place.append(skip, header, nav, element("div", { class: "results" }, ...sections));
  followReading(nav, sections);
  keepPlaces(sections);
}
