import { useCallback } from 'react';
import { useLocation } from 'react-router';

const places = new Map<string, unknown>();
/** Limit of stored values. Each list stores three: its anchor, the heights of its rows, and its scroll position. */
const maxKept = 150;

/** Stores a value in the current history entry for back navigation. @param name unique on the page */
export function useKeptPlace<Place>(name: string): { place: Place | undefined; keep(place: Place): void } {
  const { key } = useLocation();
  const id = `${key} ${name}`;
  const keep = useCallback(
    (place: Place) => {
      places.delete(id);
      places.set(id, place);
      for (const oldest of places.keys()) {
        if (places.size <= maxKept) return;
        places.delete(oldest);
      }
    },
    [id],
  );
  return { place: places.get(id) as Place | undefined, keep };
}
