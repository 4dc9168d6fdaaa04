import type { SubscriptionRequest } from '../../src/contract/dashboard-api/discovery.ts';

/** The path of each page without parameters. */
export const paths = {
  home: '/',
  library: '/library',
  music: '/library/music',
  video: '/library/video',
  books: '/library/books',
  photos: '/library/photos',
  files: '/library/files',
  collections: '/library/collections',
  bought: '/library/bought',
  given: '/library/given',
  declined: '/library/declined',
  shared: '/library/shared',
  trash: '/library/trash',
  sell: '/sell',
  explore: '/explore',
  store: '/explore/store',
  free: '/explore/free',
  following: '/explore/following',
  wallet: '/wallet',
  join: '/join',
  node: '/node',
  peers: '/node/peers',
  storage: '/node/storage',
  transfers: '/node/transfers',
  log: '/node/log',
  settings: '/settings',
  general: '/settings/general',
  privacy: '/settings/privacy',
  backup: '/settings/backup',
  restore: '/settings/backup/restore',
  restoreBackup: '/settings/backup/restore-backup',
  folders: '/settings/folders',
  network: '/settings/network',
  access: '/settings/access',
  developers: '/settings/developers',
  api: '/settings/developers/api',
  advanced: '/settings/advanced',
  help: '/help',
} as const;

export type PageName = keyof typeof paths;

/** Pages that are reached from another page only, and have no name in the navigation. */
const unnamed = ['given', 'declined', 'restore'] as const;
type NamedPage = Exclude<PageName, (typeof unnamed)[number]>;

/** Returns the name of the page at a path; undefined for other pages. */
export function pageAt(pathname: string): NamedPage | undefined {
  const names = Object.keys(paths).filter((name): name is NamedPage => !unnamed.some((one) => one === name));
  return names.find((name) => paths[name] === pathname);
}

/** Returns the path of the page that offers a file for sale. */
export function sellPathOf(contentId: string): string {
  return `${paths.sell}/${contentId}`;
}

/**
 * Returns the path of the page of an item, stored here or in the Store.
 * @param id id of its content, or its address on the chain
 */
export function itemPathOf(id: string): string {
  return `/item/${encodeURIComponent(id)}`;
}

/** Returns the path of the page of an author. @param address of the wallet, in any form */
export function authorPathOf(address: string): string {
  return `/author/${encodeURIComponent(address)}`;
}

/** Returns the path of the page of a collection. */
export function collectionPathOf(id: string): string {
  return `/collection/${id}`;
}

/** Returns the URL of the contents on other nodes that match a subscription. */
export function foundAddress({
  kind,
  value,
}: {
  kind: SubscriptionRequest['kind'];
  value: string;
}): string | null {
  return kind === 'content' ? null : `${paths.free}?${new URLSearchParams({ [kind]: value })}`;
}

/** Paths of earlier versions that links, bookmarks and notifications may still name. */
const movedPages: readonly (readonly [from: string, to: string])[] = [
  ['/content/view/', '/item/'],
  ['/file/', '/item/'],
  ['/market/', '/item/'],
  [`${paths.store}/`, '/item/'],
  ['/content/publish', paths.sell],
  ['/content/elsewhere', paths.free],
  ['/content/following', paths.following],
  ['/content/shared', paths.shared],
  ['/content/blocked', paths.privacy],
  ['/content', paths.library],
  ['/market', paths.store],
  ['/peers', paths.peers],
  ['/storage', paths.storage],
  ['/transfers', paths.transfers],
  ['/activity', paths.log],
  ['/people', paths.access],
  ['/bots', paths.developers],
  ['/api-docs', paths.api],
  ['/restore', paths.restore],
];

/** Returns the current path for a path of an earlier version; null for any other. */
export function movedPath(pathname: string): string | null {
  const moved = movedPages.find(([from]) =>
    from.endsWith('/')
      ? pathname.startsWith(from) && pathname !== from
      : `${pathname}/`.startsWith(`${from}/`),
  );
  return moved ? moved[1] + pathname.slice(moved[0].length) : null;
}
