// Which rows are chosen: those within the brushes of all axes.
import type { Span } from "../figure/frame";
import type { Dimension } from "./dimension";

/** An interval of coordinates, its ends included, or the rows that have no place on the axis. */
export type Brush = Span | "missing";

export class Choice {
  readonly brushes: (Brush | null)[];
  /** 1 for each row that is chosen. */
  readonly chosen: Uint8Array;
  count: number;

  constructor(
    private readonly dimensions: Dimension[],
    rows: number,
  ) {
    this.brushes = dimensions.map(() => null);
    this.chosen = new Uint8Array(rows).fill(1);
    this.count = rows;
  }

  /** Whether no axis has a brush. */
  get isAll(): boolean {
    return this.brushes.every((brush) => brush === null);
  }

  brush(place: number, brush: Brush | null): void {
    this.brushes[place] = brush;
    this.choose();
  }

  clear(): void {
    this.brushes.fill(null);
    this.choose();
  }

  /** The rows that are chosen, in order; the first so many. */
  rows(most = Infinity): number[] {
    const rows: number[] = [];
    for (let row = 0; row < this.chosen.length && rows.length < most; ++row) if (this.chosen[row]) rows.push(row);
    return rows;
  }

  private choose(): void {
    const { chosen } = this;
    chosen.fill(1);
    this.brushes.forEach((brush, place) => {
      if (brush === null) return;
      const { coordinates } = this.dimensions[place]!;
      if (brush === "missing") {
        for (let row = 0; row < chosen.length; ++row) if (!Number.isNaN(coordinates[row]!)) chosen[row] = 0;
        return;
      }
      const [low, high] = brush;
      for (let row = 0; row < chosen.length; ++row) {
        const at = coordinates[row]!;
        if (!(at >= low && at <= high)) chosen[row] = 0;
      }
    });
    this.count = chosen.reduce((sum, one) => sum + one, 0);
  }
}
