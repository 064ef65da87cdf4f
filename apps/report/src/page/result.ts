// One result, top to bottom: what it is, how it compares, what it shows, what was recorded.
import { checksTable } from "../table/checks";
import { element } from "./dom";
import type { Parameter, Result } from "../document";
import { explorerView } from "../explorer/explorer";
import { figureView } from "../figure/figure";
import { anchor } from "./navigation";
import { count, exact, instant, seconds, short, value } from "../text/numbers";
import { scenePlace } from "../scene/place";
import { seriesList } from "../series/list";
import { dataTable } from "../table/series";
import { verdict, verdictMark, verdictText } from "./verdict";

/** Longer texts have a row of their own. */
const longText = 24;

/** Texts of several lines, such as the file of a scene, keep their lines and are folded. */
function foldedText(text: string): HTMLElement {
  const lines = text.trimEnd().split("\n").length;
  return element("details", {}, element("summary", {}, count(lines, "line", "lines")), element("pre", {}, text));
}

function parameterItem({ name, value: given, unit }: Parameter): HTMLElement {
  const isText = typeof given === "object";
  if (isText && given.text.includes("\n")) {
    return element("div", { class: "long" }, element("dt", {}, name), element("dd", {}, foldedText(given.text)));
  }
  const text = isText ? given.text : short(value(given));
  const suffix = !isText && unit !== "1" && unit !== "" ? element("span", { class: "unit" }, ` ${unit}`) : null;
  const attributes: Record<string, string> = isText ? {} : { class: "number", title: exact(value(given)) };
  const row: Record<string, string> = isText && text.length > longText ? { class: "long" } : {};
  return element("div", row, element("dt", {}, name), element("dd", attributes, text, suffix));
}

function titleId(result: Result): string {
  return `${anchor(result)}.title`;
}

function head(result: Result): HTMLElement {
  const made = result.made ? `made ${instant(result.made)}` : "";
  const took = result.skipped === "" && result.seconds > 0 ? `in ${seconds(result.seconds)}` : "";
  const facts = [result.version ? `stickslip ${result.version}` : "", [made, took].filter(Boolean).join(" ")];
  return element(
    "header",
    {},
    element("p", { class: "eyebrow" }, element("code", {}, result.name)),
    element("h2", { id: titleId(result) }, result.title || result.name),
    result.source ? element("p", { class: "source" }, result.source) : null,
    element("p", { class: "quiet" }, facts.filter(Boolean).join(" · ")),
    element("p", { class: `badge ${verdict(result)}` }, verdictMark(verdict(result)), ` ${verdictText(result)}`),
  );
}

export function resultSection(result: Result): HTMLElement {
  const attributes = { class: "result", id: anchor(result), "aria-labelledby": titleId(result) };
  const section = element("section", attributes, head(result));
  const add = (title: string, ...content: HTMLElement[]) => {
    section.append(element("div", { class: "block" }, element("h3", {}, title), ...content));
  };
  if (result.skipped !== "") section.append(element("p", { class: "skipped" }, `Skipped: ${result.skipped}`));
  if (result.checks.length > 0) {
    const title = "Expected and measured";
    add(title, ...checksTable(title, result.checks));
  }
  if (result.parameters.length > 0) {
    add("Parameters", element("dl", { class: "parameters" }, ...result.parameters.map(parameterItem)));
  }
  for (const scene of result.scenes) section.append(scenePlace(result, scene));
  for (const figure of result.figures) section.append(figureView(result, figure));
  for (const explorer of result.explorers) section.append(explorerView(result, explorer));
  for (const table of result.tables) section.append(dataTable(result, table));
  if (result.series.length > 0) {
    const summary = element("summary", {}, `Recorded data: ${count(result.series.length, "series", "series")}`);
    section.append(element("details", { class: "block recorded" }, summary, seriesList(result.series)));
  }
  return section;
}
