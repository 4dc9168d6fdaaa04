import { useCallback } from 'react';
import { useLocation } from 'react-router';

const places = new Map<string, unknown>();
/** Of each list there are three: its anchor, the heights of its rows, and how far it was scrolled. */
const mostKept = 150;

/** Keeps a value with the current history entry for whoever goes back to it. @param name tells it from others on the page */
export function useKeptPlace<Place>(name: string): { place: Place | undefined; keep(place: Place): void } {
  const { key } = useLocation();
  const id = `${key} ${name}`;
  const keep = useCallback(
    (place: Place) => {
      places.delete(id);
      places.set(id, place);
      for (const oldest of places.keys()) {
        if (places.size <= mostKept) return;
        places.delete(oldest);
      }
    },
    [id],
  );
  return { place: places.get(id) as Place | undefined, keep };
}
