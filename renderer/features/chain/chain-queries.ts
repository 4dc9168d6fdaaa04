import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Payer } from '../../../src/contract/dashboard-api/chain.ts';
import type { OrderRequest } from '../../../src/contract/dashboard-api/orders.ts';
import type { FoundLicencesDecision, ShownLicences } from '../../../src/contract/dashboard-api/purchases.ts';
import type { MarketSearch } from '../../lib/api/chain-calls.ts';
import { useNode } from '../../lib/api/node-context.tsx';
import { useChange } from '../../lib/api/queries.ts';
import { pieceOf } from '../../ui/lists/virtual/list-piece.ts';
import { useLongList } from '../../ui/lists/virtual/use-long-list.ts';
import { placeOnceSealed } from '../orders/place-order.ts';

/** How the chain is, and the wallets of this node. */
export function useChain() {
  const node = useNode();
  return useQuery({ queryKey: ['chain'], queryFn: ({ signal }) => node.chain(signal) });
}

/** Whether nothing at all can be said of the chain, which `ChainNotice` tells then for the whole page. */
export function useIsChainUnknown(): boolean {
  const { data, isError } = useChain();
  return isError && data === undefined;
}

/** What is for sale and matches. */
export function useMarket(search: MarketSearch) {
  const node = useNode();
  const { order: _, ...filter } = search;
  const isNarrowed = Object.values(filter).some((value) => value !== '' && value !== 'all');
  return useLongList(['market', 'list', search], async (place, signal) => {
    const page = await node.market({ ...search, ...place }, signal);
    return pieceOf(page.items, page, isNarrowed);
  });
}

/** One content on the chain. */
export function useMarketItem(address: string) {
  const node = useNode();
  return useQuery({
    queryKey: ['market', 'one', address],
    queryFn: ({ signal }) => node.marketItem(address, signal),
  });
}

/** The licences of this node's owner, newest first. */
export function useLibrary(shown: ShownLicences) {
  const node = useNode();
  return useLongList(['library', shown], async (place, signal) => {
    const page = await node.library(shown, place, signal);
    return pieceOf(page.licences, page);
  });
}

/** How many licences wait for a decision, and how many were declined. */
export function useLibraryCounts() {
  const node = useNode();
  return useQuery({
    queryKey: ['library', 'counts'],
    queryFn: ({ signal }) => node.libraryCounts(signal),
  });
}

/** What was asked of the chain, newest first, page by page. */
export function useOrders() {
  const node = useNode();
  return useInfiniteQuery({
    queryKey: ['orders'],
    queryFn: ({ pageParam, signal }) => node.orders(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
}

/** While somebody types. */
const calm = 200;

/** What an order would take from its wallet; none while it is not asked for, or just changes. */
export function useQuote(request: OrderRequest | null) {
  const node = useNode();
  const asked = JSON.stringify(request);
  const [settled] = useDebouncedValue(asked, calm);
  return useQuery({
    queryKey: ['quote', asked],
    queryFn: ({ signal }) => node.quoteOrder(JSON.parse(asked) as OrderRequest, signal),
    enabled: request !== null && asked === settled,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Asks something of the chain. It costs money: only after a person has confirmed what is paid to whom. */
export function usePlaceOrder() {
  return useChange('orders', placeOnceSealed);
}

/** Accepts a licence, and tries now to bring what it opens here. */
export function useDeliver(licenceAddress: string) {
  return useChange('market', (node) => node.deliver(licenceAddress));
}

/** Hides a licence that was not ordered here. */
export function useDecline(licenceAddress: string) {
  return useChange('market', (node) => node.decline(licenceAddress));
}

/** Says what becomes of the licences that were there when the node first read the chain. */
export function useAnswerFound() {
  return useChange('market', (node, answer: FoundLicencesDecision['answer']) => node.answerFound(answer));
}

/** Test money for a wallet of this node, in nanoTON. */
export function useFaucet() {
  return useChange('chain', (node, request: { payer: Payer; amount: string }) => node.faucet(request));
}
