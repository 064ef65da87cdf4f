// A list of the columns to choose from.
import { element } from "../page/dom";
import type { Exploration } from "./exploration";

/** `none` is the text for no column; without it there must be one. */
export function columnSelect(
  { dimensions }: Exploration,
  /** Before the list, and what it says to those who do not see it. */
  label: string,
  name: string,
  chosen: number | null,
  choose: (place: number | null) => void,
  none?: string,
): HTMLElement {
  const select = element("select", { "aria-label": name });
  if (none !== undefined) select.append(element("option", { value: "" }, none));
  dimensions.forEach(({ axis, name }, place) => {
    select.append(element("option", { value: String(place) }, axis.label || name));
  });
  select.value = chosen === null ? "" : String(chosen);
  select.addEventListener("change", () => choose(select.value === "" ? null : Number(select.value)));
  return element("label", {}, `${label} `, select);
}
