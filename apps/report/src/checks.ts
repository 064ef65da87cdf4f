// The table published against measured.
import { element } from "./dom";
import type { Check } from "./document";
import { exact, short, value } from "./numbers";
import { verdictMark } from "./verdict";

const bounds: Record<Check["relation"], string> = { equal: "", at_most: "≤ ", at_least: "≥ " };

function cell(name: string, text: string, title: string): HTMLElement {
  return element("td", { class: "number", "data-name": name, ...(title ? { title } : {}) }, text);
}

function row(check: Check): HTMLElement {
  const [published, measured, tolerance] = [check.published, check.measured, check.tolerance].map(value) as [
    number,
    number,
    number,
  ];
  const isBound = check.relation !== "equal";
  const verdict = check.passed ? "passed" : "failed";
  const said = element("span", {}, verdictMark(verdict), ` ${verdict}`);
  return element(
    "tr",
    { class: verdict },
    element("th", { scope: "row" }, check.quantity),
    element("td", { class: "unit", "data-name": "Unit" }, check.unit === "1" ? "" : check.unit),
    cell("Published", bounds[check.relation] + short(published), exact(published)),
    cell("Measured", short(measured), exact(measured)),
    isBound ? cell("Tolerance", "", "") : cell("Tolerance", `± ${short(tolerance)}`, exact(tolerance)),
    element("td", { class: "verdict", "data-name": "Verdict" }, said),
  );
}

export function checksTable(checks: Check[]): HTMLElement {
  const heads = ["Quantity", "Unit", "Published", "Measured", "Tolerance", "Verdict"];
  const numbers = new Set(["Published", "Measured", "Tolerance"]);
  const head = heads.map((name) => element("th", { scope: "col", class: numbers.has(name) ? "number" : "" }, name));
  return element(
    "table",
    { class: "checks" },
    element("thead", {}, element("tr", {}, ...head)),
    element("tbody", {}, ...checks.map(row)),
  );
}
