// A list of the columns to choose from.
import { element } from "../page/dom";
import type { Exploration } from "./exploration";

/** `none` is the text for no column; without it there must be one. */
export function columnSelect(
  { dimensions }: Exploration,
  label: string,
  chosen: number | null,
  choose: (place: number | null) => void,
  none?: string,
): HTMLElement {
  const select = element("select");
  if (none !== undefined) select.append(element("option", { value: "" }, none));
  dimensions.forEach(({ axis, name }, place) => {
    select.append(element("option", { value: String(place) }, axis.label || name));
  });
  select.value = chosen === null ? "" : String(chosen);
  select.addEventListener("change", () => choose(select.value === "" ? null : Number(select.value)));
  return element("label", {}, `${label} `, select);
}
