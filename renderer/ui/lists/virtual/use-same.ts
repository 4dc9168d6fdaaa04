import { useState } from 'react';

/** Returns the previous list while its elements are the same. */
export function useSame<Value>(list: readonly Value[]): readonly Value[] {
  const [kept, setKept] = useState(list);
  if (kept.length === list.length && kept.every((value, at) => value === list[at])) return kept;
  setKept(list);
  return list;
}
