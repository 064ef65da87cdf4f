// How a result came out: in words, and as a mark that does not rest on colour alone.
import { element } from "./dom";
import type { Result } from "../document";
import { count } from "../text/numbers";

export type Verdict = "passed" | "failed" | "skipped" | "unchecked";

const marks: Record<Verdict, string> = { passed: "✓", failed: "✗", skipped: "–", unchecked: "·" };

export function failures(result: Result): number {
  return result.checks.filter((check) => !check.passed).length;
}

export function verdict(result: Result): Verdict {
  if (result.skipped !== "") return "skipped";
  if (result.checks.length === 0) return "unchecked";
  return failures(result) > 0 ? "failed" : "passed";
}

/** A sign; `isAlone` where no words beside it say the same. */
export function verdictMark(kind: Verdict, isAlone = false): HTMLElement {
  const sign = element("span", { "aria-hidden": "true" }, marks[kind]);
  const spoken = isAlone ? element("span", { class: "unseen" }, kind) : null;
  return element("span", { class: `mark ${kind}` }, sign, spoken);
}

export function verdictText(result: Result): string {
  const kind = verdict(result);
  if (kind === "skipped") return "Skipped";
  if (kind === "unchecked") return "No checks";
  const failed = failures(result);
  const all = count(result.checks.length, "check");
  if (failed === 0) return result.checks.length === 1 ? "1 check passed" : `All ${all} passed`;
  return `${failed} of ${all} failed`;
}
