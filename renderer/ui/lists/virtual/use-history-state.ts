import { useCallback } from 'react';
import { useLocation } from 'react-router';

const states = new Map<string, unknown>();
/** Limit of stored values. Each list stores three: its anchor, the heights of its rows, and its scroll position. */
const maxStates = 150;

/** Stores a value in the current history entry for back navigation. @param name unique on the page */
export function useHistoryState<Value>(name: string): { saved: Value | undefined; save(value: Value): void } {
  const { key } = useLocation();
  const id = `${key} ${name}`;
  const save = useCallback(
    (value: Value) => {
      states.delete(id);
      states.set(id, value);
      for (const oldest of states.keys()) {
        if (states.size <= maxStates) return;
        states.delete(oldest);
      }
    },
    [id],
  );
  return { saved: states.get(id) as Value | undefined, save };
}
