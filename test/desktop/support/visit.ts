import type { Page } from '@playwright/test';

/** The navigation entry of each page, and its tab if it is not the first one. */
const ways = {
  Home: ['Home'],
  Library: ['Library'],
  Collections: ['Library', 'Collections'],
  Bought: ['Library', 'Bought'],
  Shared: ['Library', 'Shared'],
  Trash: ['Library', 'Trash'],
  Store: ['Explore', 'Store'],
  Free: ['Explore', 'Free'],
  Following: ['Explore', 'Following'],
  Wallet: ['Wallet'],
  Node: ['Node'],
  Peers: ['Node', 'Peers'],
  Storage: ['Node', 'Storage'],
  Transfers: ['Node', 'Transfers'],
  Log: ['Node', 'Log'],
  Settings: ['Settings'],
  Privacy: ['Settings', 'Privacy'],
  Backup: ['Settings', 'Backup'],
  Network: ['Settings', 'Network'],
  Access: ['Settings', 'Access'],
  Developers: ['Settings', 'Developers'],
  Advanced: ['Settings', 'Advanced'],
} as const;

/** Opens a page by the navigation and the tabs. */
export async function visit(page: Page, name: keyof typeof ways): Promise<void> {
  const [entry, tab] = ways[name];
  // The label of a library tab is followed by the number of its files.
  const link = (label: string, navigation: string) =>
    page
      .getByRole('navigation', { name: navigation })
      .getByRole('link', { name: new RegExp(`^${label}( [\\d,]+)?$`) });
  await link(entry, 'Main').click();
  if (tab) await link(tab, entry).click();
}
