import {
  IconCompass,
  IconHelp,
  IconHome2,
  IconLayoutGrid,
  IconSettings,
  IconTopologyStar3,
  IconWallet,
} from '@tabler/icons-react';
import { matchPath, useLocation } from 'react-router';
import type { Item } from '../../../../src/contract/dashboard-api/library/items.ts';
import { useTrades } from '../../../features/chain/index.ts';
import { useOverview } from '../../../features/monitoring/index.ts';
import { useCachedData } from '../../../lib/api/use-cached-data.ts';
import { paths } from '../../../lib/paths.ts';

/** A link of the navigation. */
export interface Entry {
  name: 'home' | 'library' | 'explore' | 'wallet' | 'node' | 'settings' | 'help';
  path: string;
  /** Other paths whose pages belong to it. */
  alsoAt?: readonly string[];
  Icon: typeof IconHome2;
}

const home: Entry = { name: 'home', path: paths.home, Icon: IconHome2 };
const library: Entry = {
  name: 'library',
  path: paths.library,
  alsoAt: ['/collection', paths.sell],
  Icon: IconLayoutGrid,
};
const explore: Entry = { name: 'explore', path: paths.explore, alsoAt: ['/author'], Icon: IconCompass };
const wallet: Entry = { name: 'wallet', path: paths.wallet, Icon: IconWallet };
const node: Entry = { name: 'node', path: paths.node, Icon: IconTopologyStar3 };
export const settingsEntry: Entry = { name: 'settings', path: paths.settings, Icon: IconSettings };
export const helpEntry: Entry = { name: 'help', path: paths.help, Icon: IconHelp };

/**
 * Returns the entries of the navigation: the first ones, which fit on a phone, and the others. The status dot leads to
 * the node, too.
 */
export function useEntries(): { first: Entry[]; others: Entry[] } {
  const trades = useTrades();
  const keepsOnly = useOverview().data?.purpose === 'keep' && !trades;
  if (keepsOnly) return { first: [home, library], others: [] };
  return { first: [home, library, explore], others: trades ? [wallet, node] : [node] };
}

/**
 * Returns a path of the entry that the current page belongs to: items that are stored here belong to the library, all
 * others to Explore.
 */
export function useSectionPath(): string {
  const { pathname } = useLocation();
  const id = matchPath('/item/:id', pathname)?.params.id ?? '';
  // The page of the item requests it.
  const item = useCachedData<Pick<Item, 'content'>>(['item', id]);
  if (!item) return pathname;
  return item.content ? paths.library : paths.explore;
}

/** Returns whether a page belongs to an entry. */
export function isWithin({ path, alsoAt = [] }: Entry, pathname: string): boolean {
  return [path, ...alsoAt].some((start) => pathname === start || pathname.startsWith(`${start}/`));
}
