// What was recorded: every series with its columns, each to be had as a CSV file.
import { csv } from "./csv";
import { element } from "../page/dom";
import type { Series } from "../document";
import { download } from "../page/download";
import { count, withUnit } from "../text/numbers";

function csvButton(series: Series): HTMLElement {
  const button = element("button", { type: "button", "aria-label": `Download ${series.name} as CSV` }, "CSV");
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const content = await csv(series, (share) => {
        if (share < 1) button.textContent = `${Math.floor(100 * share)} %`;
      });
      download(content, `${series.name}.csv`);
    } finally {
      button.disabled = false;
      button.textContent = "CSV";
    }
  });
  return button;
}

export function seriesList(all: Series[]): HTMLElement {
  const rows = all.map((series) => {
    const columns = series.columns.map(({ name, unit }) => withUnit(name, unit)).join(", ");
    const facts = element("div", { class: "quiet" }, `${count(series.rows, "row")}: ${columns}`);
    const title = series.title ? ` ${series.title}` : null;
    return element("li", {}, element("div", {}, element("code", {}, series.name), title, facts), csvButton(series));
  });
  return element("ul", { class: "series" }, ...rows);
}
