// The table expected against measured.
import { element } from "../page/dom";
import type { Check } from "../document";
import { count, exact, short, value } from "../text/numbers";
import { scrollFrame } from "../page/scroll";
import { verdictMark } from "../page/verdict";

/** The relations of a check, and what stands before the published number. */
export const relations = { equal: "", at_most: "≤ ", at_least: "≥ " };
export type Relation = keyof typeof relations;

/** Of more than this many checks only the first and those that failed are shown, until all are asked for. */
const most = 15;
const rowsAtFirst = 12;

/** Which of the columns that are not always needed there are. */
interface Columns {
  unit: boolean;
  tolerance: boolean;
}

function unitOf({ unit }: Check): string {
  return unit === "1" ? "" : unit;
}

function cell(name: string, text: string, number: number | null): HTMLElement {
  const title: Record<string, string> = number === null ? {} : { title: exact(number) };
  return element("td", { class: `number ${name.toLowerCase()}`, "data-name": name, ...title }, text);
}

function row(check: Check, has: Columns, isFurther: boolean): HTMLElement {
  const [published, measured, tolerance] = [check.published, check.measured, check.tolerance].map(value) as [
    number,
    number,
    number,
  ];
  const isBound = check.relation !== "equal";
  const verdict = check.passed ? "passed" : "failed";
  const unit = unitOf(check);
  // On a small screen there is no column for it.
  const besides = unit === "" ? null : element("span", { class: "unit" }, ` [${unit}]`);
  return element(
    "tr",
    { class: isFurther ? `${verdict} further` : verdict },
    element("th", { scope: "row" }, check.quantity, besides),
    has.unit ? element("td", { class: "unit" }, unit) : null,
    cell("Expected", relations[check.relation] + short(published), published),
    cell("Measured", short(measured), measured),
    has.tolerance ? cell("Tolerance", isBound ? "" : `± ${short(tolerance)}`, isBound ? null : tolerance) : null,
    element("td", { class: "verdict", "data-name": "Verdict" }, element("span", {}, verdictMark(verdict), ` ${verdict}`)),
  );
}

/** The table in its frame and, where it is long, the button that shows all of it. */
export function checksTable(title: string, checks: Check[]): HTMLElement[] {
  const has: Columns = {
    unit: checks.some((check) => unitOf(check) !== ""),
    tolerance: checks.some(({ relation }) => relation === "equal"),
  };
  const names = ["Quantity", has.unit ? "Unit" : "", "Expected", "Measured", has.tolerance ? "Tolerance" : "", "Verdict"];
  const numbers = new Set(["Expected", "Measured", "Tolerance"]);
  const heads = names
    .filter((name) => name !== "")
    .map((name) => element("th", { scope: "col", class: numbers.has(name) ? "number" : "" }, name));
  const isLong = checks.length > most;
  const rows = checks.map((check, index) => row(check, has, isLong && index >= rowsAtFirst && check.passed));
  const table = element(
    "table",
    { class: "checks" },
    element("thead", {}, element("tr", {}, ...heads)),
    element("tbody", {}, ...rows),
  );
  const frame = scrollFrame(title, table);
  if (!rows.some((one) => one.classList.contains("further"))) return [frame];
  const button = element("button", { type: "button", class: "more" }, `Show all ${count(checks.length, "check")}`);
  button.addEventListener("click", () => {
    table.classList.add("whole");
    button.remove();
  });
  return [frame, button];
}
