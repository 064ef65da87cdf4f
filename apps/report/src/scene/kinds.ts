// The kinds of shapes and the columns they ask for: those of stickslip/record/shape.hpp, which a test compares.
import type { Shape } from "../document";

/** `columns` without that of time, which may stand before them where `mayHaveATime`. */
export const kinds = {
  polygons: { columns: 4, mayHaveATime: false },
  curve: { columns: 3, mayHaveATime: true },
  points: { columns: 3, mayHaveATime: true },
  arrows: { columns: 6, mayHaveATime: true },
};

export type ShapeKind = keyof typeof kinds;

export function hasTime({ kind, columns }: Shape): boolean {
  return kinds[kind].mayHaveATime && columns.length > kinds[kind].columns;
}
