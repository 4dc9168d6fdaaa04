import {
  type ActivityKind,
  getActivity,
} from '../../../src/contract/dashboard-api/administration/activity.ts';
import { pieceAt } from '../../lib/api/list-place.ts';
import { useNode } from '../../lib/api/node-context.tsx';
import { pieceOf } from '../../ui/lists/virtual/list-piece.ts';
import { useLongList } from '../../ui/lists/virtual/use-long-list.ts';

/** Returns the activity log, newest first. */
export function useActivity({ kind, q }: { kind: ActivityKind | null; q: string }) {
  const node = useNode();
  return useLongList(['activity', kind, q], async (place, signal) => {
    const query = { q, ...(kind && { kind }), ...pieceAt(place) };
    const page = await node.call(getActivity, { query }, { signal });
    return pieceOf(page.entries, page);
  });
}
