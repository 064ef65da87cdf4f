// What the page must know of a kind of mark.
import type { Drawing, Source } from "./drawing";

/** What a sample in a legend is made of: a stroke as long as the sample, a dot, a box with its median, an empty cell. */
export type SamplePart = "stroke" | "disc" | "box" | "cell";

export interface Kind {
  /** All marks of this kind in a panel, in their order: some share room or colours. */
  drawings(sources: Source[]): Drawing[];
  sample: readonly SamplePart[];
  /** Whether a part of a row may be in sight without the place that it stands for. */
  isArea: boolean;
  /** Whether it fills the plot with colours of its own: it lies below other marks, takes none of their colours, and its
   * axes stay as they are. */
  isGround: boolean;
}

/** A kind whose marks know nothing of one another. */
export function alone(drawing: (source: Source) => Drawing, sample: readonly SamplePart[]): Kind {
  return { drawings: (sources) => sources.map(drawing), sample, isArea: false, isGround: false };
}
