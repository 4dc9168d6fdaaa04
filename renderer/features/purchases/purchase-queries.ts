import {
  type FoundLicencesDecision,
  getKeySignIn,
  getPurchases,
  postDecline,
  postDeliver,
  postFound,
  type ShownLicences,
} from '../../../src/contract/dashboard-api/purchases.ts';
import { useDashboardClient } from '../../lib/api/dashboard-client-context.tsx';
import { pieceAt } from '../../lib/api/list-place.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';
import { pieceOf } from '../../ui/lists/virtual/list-piece.ts';
import { useLongList } from '../../ui/lists/virtual/use-long-list.ts';

/** Returns the licences of this node's owner, newest first. */
export function usePurchases(shown: ShownLicences) {
  const node = useDashboardClient();
  return useLongList(['purchases', shown], async (place, signal) => {
    const page = await node.call(getPurchases, { query: { shown, ...pieceAt(place) } }, { signal });
    return pieceOf(page.licences, page);
  });
}

/** Returns how many licences wait for a decision, and how many were declined. */
export const usePurchaseCounts = () =>
  useDashboardQuery(
    ['purchases', 'counts'],
    getPurchases,
    { query: { limit: 1 } },
    { select: ({ counts }) => counts },
  );

/** Accepts a licence, and starts fetching its file. */
export function useDeliver(licenceAddress: string) {
  return useChange('market', (node) => node.call(postDeliver, { params: { address: licenceAddress } }));
}

/** Hides a licence that was not ordered here. */
export function useDecline(licenceAddress: string) {
  return useChange('market', (node) => node.call(postDecline, { params: { address: licenceAddress } }));
}

/** Accepts or declines the licences that existed when the node first read the chain. */
export function useAnswerFound() {
  return useChange('market', (node, answer: FoundLicencesDecision['answer']) =>
    node.call(postFound, { body: { answer } }),
  );
}

/** Returns the progress of a sign-in for the key of a licence. */
export const useKeySignIn = (licenceAddress: string) =>
  useDashboardQuery(['purchases', 'sign-in', licenceAddress], getKeySignIn, {
    params: { address: licenceAddress },
  });
