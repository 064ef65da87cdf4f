// The kinds of marks: a new one is a line here and a file beside it. Those of stickslip/record/mark.hpp, which a test compares.
import { boxes } from "./boxes";
import { errorBars } from "./error_bars";
import { heatMap } from "./heat_map";
import type { Kind } from "./kind";
import { line } from "./line";
import { points } from "./points";
import { segments } from "./segments";

export const kinds = {
  line,
  points,
  segments,
  error_bars: errorBars,
  boxes,
  heat_map: heatMap,
} satisfies Record<string, Kind>;

export type MarkKind = keyof typeof kinds;
