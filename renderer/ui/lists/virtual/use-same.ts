import { useState } from 'react';

/** The same list as before while what is in it is the same. */
export function useSame<Value>(list: readonly Value[]): readonly Value[] {
  const [kept, setKept] = useState(list);
  if (kept.length === list.length && kept.every((value, at) => value === list[at])) return kept;
  setKept(list);
  return list;
}
