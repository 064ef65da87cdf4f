// A series shown as a table: its first rows, and more when asked. Labels stand beside their rows; commands, which are long, below
// them.
import { copyable } from "../page/copy";
import { column, seriesNamed } from "../series/columns";
import { element } from "../page/dom";
import type { Result, Table } from "../document";
import { count, exact, short, withUnit } from "../text/numbers";
import { scrollFrame } from "../page/scroll";

const rowsAtFirst = 12;
const rowsMore = 2000;

/** The text, with places after "_" where a line may end. */
export function breakable(text: string): Node[] {
  const parts = text.match(/[^_]*_+|[^_]+/g) ?? [];
  return parts.flatMap((part, index) => (index > 0 ? [element("wbr"), new Text(part)] : [new Text(part)]));
}

export function dataTable(result: Result, table: Table): HTMLElement {
  const series = seriesNamed(result, table.series);
  const hasCommands = table.labels_are_commands;
  const labelled = table.row_labels.length > 0 && !hasCommands;
  const heads = series.columns.map(({ name, unit }) =>
    element("th", { scope: "col", class: "number" }, ...breakable(withUnit(name, unit))),
  );
  if (labelled) heads.unshift(element("td"));
  // Takes what a long command makes the table wider, so that the numbers stay together.
  const filler = () => element("td", { class: "filler", "aria-hidden": "true" });
  if (hasCommands) heads.push(filler());
  const body = element("tbody");
  const values = series.columns.map(({ name }) => column(series, name));
  let shown = 0;

  function show(rows: number): void {
    const to = Math.min(shown + rows, series.rows);
    for (; shown < to; ++shown) {
      const cells: HTMLElement[] = values.map((numbers) => {
        const number = numbers[shown]!;
        return element("td", { class: "number", title: exact(number) }, short(number));
      });
      if (labelled) cells.unshift(element("th", { scope: "row" }, table.row_labels[shown] ?? ""));
      if (hasCommands) cells.push(filler());
      body.append(element("tr", {}, ...cells));
      if (hasCommands) {
        const command = copyable(table.row_labels[shown] ?? "");
        const place = { scope: "row", colspan: String(cells.length) };
        body.append(element("tr", { class: "command" }, element("th", place, command)));
      }
    }
  }

  // One row more is shown rather than hidden behind a button.
  show(series.rows <= rowsAtFirst + 1 ? series.rows : rowsAtFirst);
  const name = table.title || series.title || series.name;
  const grid = element("table", { class: hasCommands ? "data commands" : "data" }, element("thead", {}, element("tr", {}, ...heads)), body);
  const block = element("div", { class: "block" }, element("h3", {}, name), scrollFrame(name, grid));
  if (shown === series.rows) return block;

  const button = element("button", { type: "button", class: "more" });
  const say = () => {
    const all = count(series.rows, "row");
    button.textContent = series.rows - shown <= rowsMore ? `Show all ${all}` : `Show ${rowsMore} more of ${all}`;
  };
  button.addEventListener("click", () => {
    show(rowsMore);
    if (shown === series.rows) button.remove();
    else say();
  });
  say();
  block.append(button);
  return block;
}
