import type { Rectangle } from 'electron';

const defaultSize = { width: 1180, height: 800 };
/** The smallest size in which the window is usable. */
export const minimumSize = { width: 420, height: 480 };
const graspable = { width: 120, height: 40 };

/**
 * Returns the bounds in which the window opens: the previous ones, limited to the work area of the display, if enough
 * of the top edge is visible to move the window.
 * @param kept the bounds of the window when it was closed
 * @param workAreas of all displays, the primary one first
 * @returns bounds without `x` and `y` if the system chooses the position
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
  const fit = (wished: number, min: number, room = wished) => Math.min(Math.max(wished, min), room);
  return {
    width: fit(size.width, minimumSize.width, area?.width),
    height: fit(size.height, minimumSize.height, area?.height),
  };
}
