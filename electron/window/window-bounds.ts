import type { Rectangle } from 'electron';

const defaultSize = { width: 1180, height: 800 };
/** Less than this and a person cannot work in the window, or get hold of it. */
export const smallest = { width: 420, height: 480 };
const graspable = { width: 120, height: 40 };

/**
 * Where the window opens: as it was left, if enough of its top edge is still on a display to get hold of
 * it, else the default size; always at most as big as the display's work area.
 * @param kept the bounds in which it was left
 * @param workAreas of all displays, the primary one first
 * @returns without `x` and `y` where the system is to choose the place
 */
export function openingBounds(
  kept: Rectangle | undefined,
  workAreas: readonly Rectangle[],
): { width: number; height: number; x?: number; y?: number } {
  const area = kept && workAreas.find((candidate) => canBeGrasped(kept, candidate));
  if (kept && area) return { x: kept.x, y: kept.y, ...fitted(kept, area) };
  return fitted(kept ?? defaultSize, workAreas[0]);
}

function canBeGrasped(window: Rectangle, area: Rectangle): boolean {
  const width = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x);
  const topIsInside = window.y >= area.y && window.y + graspable.height <= area.y + area.height;
  return width >= graspable.width && topIsInside;
}

function fitted(size: { width: number; height: number }, area: Rectangle | undefined) {
  const fit = (wished: number, least: number, room = wished) => Math.min(Math.max(wished, least), room);
  return {
    width: fit(size.width, smallest.width, area?.width),
    height: fit(size.height, smallest.height, area?.height),
  };
}
