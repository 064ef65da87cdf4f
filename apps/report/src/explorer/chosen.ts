// The rows that are chosen: the first of them as a table, all of them as a CSV file.
import { element } from "../page/dom";
import { download } from "../page/download";
import { scrollFrame } from "../page/scroll";
import { column } from "../series/columns";
import { csv } from "../series/csv";
import { count, exact, short, withUnit } from "../text/numbers";
import { breakable } from "../table/series";
import type { Exploration } from "./exploration";

const most = 10;

export function chosenRows(exploration: Exploration): HTMLElement {
  const { series, choice, explorer, result } = exploration;
  const heads = series.columns.map(({ name, unit }) =>
    element("th", { scope: "col", class: "number" }, ...breakable(withUnit(name, unit))),
  );
  const body = element("tbody");
  const note = element("p", { class: "quiet" });
  const save = element("button", { type: "button" }, "CSV");

  function show(): void {
    const rows = choice.rows(most);
    body.replaceChildren(
      ...rows.map((row) => {
        const cells = series.columns.map(({ name }) => {
          const number = column(series, name)[row]!;
          return element("td", { class: "number", title: exact(number) }, short(number));
        });
        const line = element("tr", {}, ...cells);
        line.addEventListener("pointerenter", () => exploration.point(row));
        line.addEventListener("pointerleave", () => exploration.point(null));
        return line;
      }),
    );
    const rest = choice.count - rows.length;
    note.textContent = rest > 0 ? `and ${count(rest, "more", "more")}` : "";
    save.disabled = choice.count === 0;
    save.title = `Download ${exploration.summary} as CSV`;
  }

  save.addEventListener("click", async () => {
    download(await csv(series, () => {}, choice.rows()), `${result.name}-${explorer.name}.csv`);
  });
  // Not before the picture has followed: many brushes may come between two tables.
  let timer = 0;
  exploration.onChange((change) => {
    if (change !== "choice") return;
    clearTimeout(timer);
    timer = window.setTimeout(show, 60);
  });
  show();
  const name = `Chosen ${explorer.rows}`;
  const grid = element("table", { class: "data" }, element("thead", {}, element("tr", {}, ...heads)), body);
  const tools = element("div", { class: "tools" }, element("h4", {}, name), save);
  return element("div", { class: "chosen" }, tools, scrollFrame(name, grid), note);
}
