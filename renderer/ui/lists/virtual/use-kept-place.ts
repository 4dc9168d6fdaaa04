import { useCallback } from 'react';
import { useLocation } from 'react-router';

/** What a list was counted from when it was left, by its place in the history. */
const places = new Map<string, unknown>();
const mostKept = 50;

/** Something about a list that whoever goes back to it finds again. @param name tells it from others on the page */
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
