import { useCallback } from 'react';
import { useLocation } from 'react-router';

const states = new Map<string, unknown>();
/** Limit of stored values. Each list stores three: its anchor, the heights of its rows, and its scroll position. */
const maxStates = 150;

/** Stores a value in the current history entry for back navigation. @param name unique on the page */
export function useHistoryState<Place>(name: string): { place: Place | undefined; keep(place: Place): void } {
  const { key } = useLocation();
  const id = `${key} ${name}`;
  const keep = useCallback(
    (place: Place) => {
      states.delete(id);
      states.set(id, place);
      for (const oldest of states.keys()) {
        if (states.size <= maxStates) return;
        states.delete(oldest);
      }
    },
    [id],
  );
  return { place: states.get(id) as Place | undefined, keep };
}
