import type { Page } from '@playwright/test';
import { english } from '../../../renderer/locales/en/index.ts';
import { russian } from '../../../renderer/locales/ru/index.ts';
import { givenFilesField } from '../../../src/contract/ipc.ts';
import { ownItem, troubledItem } from '../screens/chain-error-states.ts';
import { unlicensedPath, unviewablePath } from '../screens/dialog-errors.ts';
import { expect } from '../support/fixtures.ts';
import { menuItem } from '../support/menu.ts';

const words = { en: english, ru: russian };
export type Language = keyof typeof words;
type Say = (key: string) => string;

/**
 * Returns the start of a dashboard text up to its first placeholder, which finds its element in either
 * language.
 */
export function wordsIn(language: Language): Say {
  return (key) => {
    const text = key
      .split('.')
      .reduce((at: unknown, part) => (at as Record<string, unknown>)?.[part], words[language]);
    if (typeof text !== 'string') throw new Error(`There is no text ${key}.`);
    return text.split('{{', 1)[0] ?? '';
  };
}

/** An overlay of a page. */
export interface Opened {
  name: string;
  /** The path of the page. */
  at: string;
  open(page: Page, say: Say): Promise<void>;
}

const press = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('main').getByRole('button', { name }).first().click();
};
/** Opens a menu by its button, and selects an item. */
const menu =
  (button: string, item?: string): Opened['open'] =>
  async (page, say) => {
    await press(page, say(button));
    await expect(page.getByRole('menu')).toBeVisible();
    if (item === undefined) return;
    await (await menuItem(page, say(item), say('common.more'))).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  };
const dialog =
  (button: string): Opened['open'] =>
  async (page, say) => {
    await press(page, say(button));
    await expect(page.getByRole('dialog')).toBeVisible();
  };
/** Opens a dialog from the folded card of the fee wallet. */
const feeDialog =
  (button: string): Opened['open'] =>
  async (page, say) => {
    await press(page, say('common.showMore'));
    await dialog(button)(page, say);
  };
const list =
  (field: string): Opened['open'] =>
  async (page, say) => {
    await page
      .getByRole('combobox', { name: say(field) })
      .first()
      .click();
    await expect(page.getByRole('listbox')).toBeVisible();
  };

const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
const visibleDialog: Opened['open'] = (page) => expect(page.getByRole('dialog')).toBeVisible();
/** Navigates to another page without a reload. */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', `/${to}`);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

const tip =
  (button: string): Opened['open'] =>
  async (page, say) => {
    await page
      .getByRole('main')
      .getByRole('button', { name: say(button) })
      .first()
      .focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('tooltip')).toBeVisible();
  };
const notice: Opened['open'] = async (page, say) => {
  await menu('common.actionsFor')(page, say);
  await (await menuItem(page, say('content.menu.copyId'), say('common.more'))).click();
  const message = page.getByRole('alert').filter({ hasText: say('content.menu.idCopied') });
  // One of an earlier view may still be visible.
  await expect(message.last()).toBeVisible();
};

const madeToken: Opened['open'] = async (page, say) => {
  await page.getByRole('textbox', { name: say('tokens.form.name') }).fill('A bot');
  await press(page, say('tokens.form.make'));
  await expect(page.getByLabel(say('tokens.made.label'), { exact: true })).toBeVisible();
};
const addedPeer: Opened['open'] = async (page, say) => {
  await page.getByRole('textbox', { name: say('common.addPeer.address') }).fill('http://127.0.0.1:9');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: '127.0.0.1:9' })).toBeVisible();
};
const chartTable: Opened['open'] = async (page, say) => {
  const show = page.getByRole('button').filter({ hasText: say('monitoring.table.show') });
  await show.first().click();
  await expect(page.getByRole('table').first()).toBeVisible();
};
/** Presses a button in the overlay of `first` that opens or changes something more. */
const then =
  (first: Opened['open'], button: string, shown: string): Opened['open'] =>
  async (page, say) => {
    await first(page, say);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say(button) })
      .click();
    await expect(page.getByRole('dialog').getByText(say(shown)).last()).toBeVisible();
  };
const thenList =
  (first: Opened['open'], field: string): Opened['open'] =>
  async (page, say) => {
    await first(page, say);
    await page
      .getByRole('dialog')
      .getByRole('combobox', { name: say(field) })
      .click();
    await expect(page.getByRole('listbox')).toBeVisible();
  };
const withTags: Opened['open'] = async (page, say) => {
  await menu(actions, 'content.menu.edit')(page, say);
  for (const author of ['Ada Lovelace', 'An author with a rather long name, and a title']) {
    await page.getByRole('combobox', { name: say('content.details.authors') }).fill(author);
    await page.keyboard.press('Enter');
  }
};
const shownText =
  (text: string): Opened['open'] =>
  (page, say) =>
    expect(page.getByRole('main').getByText(say(text))).toBeVisible();
/** The node has no such file, and reports it. */
const refused: Opened['open'] = async (page) => {
  await page.getByRole('main').getByRole('switch').first().click({ force: true });
  await expect(page.getByRole('alert').last()).toBeVisible();
};
const operation: Opened['open'] = async (page) => {
  const closed = page.getByRole('main').locator('button[aria-expanded="false"]').first();
  await closed.click();
  await expect(page.getByRole('main').locator('button[aria-expanded="true"]').first()).toBeVisible();
};
/** The question appears during an upload, which does not end here. */
const restart: Opened['open'] = async (page, say) => {
  await page.evaluate(() => {
    XMLHttpRequest.prototype.send = () => undefined;
  });
  const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') };
  await page.locator(`#${givenFilesField}`).setInputFiles(file);
  await expect(page.locator('nav a[href="/library"]').first()).toContainText('%');
  // The redirect from `settings` would close the question.
  await go(page, 'settings/general');
  await dialog('settings.restart.now')(page, say);
};
/** The state does not change. */
const locked: Opened['open'] = async (page, say) => {
  await page.evaluate(() => {
    window.fetch = async () => new Response(null, { status: 401 });
    history.pushState(null, '', '/explore/store?q=locked');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page.getByRole('heading', { name: say('frame.locked.title') })).toBeVisible();
};

const actions = 'common.actionsFor';

/** One of each kind, for a short check. */
export const openedQuick = new Set(['content-menu', 'content-edit', 'follow-what']);

/** All overlays of pages in the state with every error. */
export const openedInTrouble: readonly Opened[] = [
  { name: 'content-menu', at: 'library', open: menu(actions) },
  { name: 'content-edit', at: 'library', open: menu(actions, 'content.menu.edit') },
  { name: 'content-block', at: 'library', open: menu(actions, 'content.menu.block') },
  { name: 'content-sort', at: 'library', open: menu('content.sort.label') },
  { name: 'content-share', at: 'library', open: menu(actions, 'content.menu.share') },
  { name: 'block-by-id', at: 'settings/privacy', open: dialog('content.blocked.blockById') },
  { name: 'unblock', at: 'settings/privacy', open: dialog('content.blocked.lift.of') },
  { name: 'found-menu', at: 'explore/free', open: menu(actions) },
  { name: 'follow', at: 'explore/free', open: menu(actions, 'discovery.follow') },
  { name: 'unfollow', at: 'explore/following', open: dialog('following.card.endOf') },
  { name: 'follow-what', at: 'explore/following', open: list('following.new.what') },
  { name: 'buy', at: troubledItem, open: dialog('market.card.buy.use.audio') },
  { name: 'bought-menu', at: 'library/bought', open: menu(actions) },
  { name: 'offer', at: 'library/bought', open: menu(actions, 'purchases.menu.askAnother') },
  { name: 'cancel-offer', at: 'library/bought', open: menu(actions, 'purchases.menu.cancelOffer') },
  { name: 'give', at: 'library/bought', open: menu(actions, 'purchases.menu.give') },
  { name: 'receive', at: 'wallet', open: dialog('wallet.card.receiveLabel') },
  { name: 'send', at: 'wallet', open: feeDialog('wallet.card.sendLabel') },
  { name: 'recovery-words', at: 'wallet', open: feeDialog('wallet.card.recoveryWords') },
  { name: 'peer-menu', at: 'node/peers', open: menu('peers.actions.moreFor') },
  { name: 'peer-remove', at: 'node/peers', open: menu('peers.actions.moreFor', 'peers.actions.remove') },
  { name: 'peer-groups', at: 'node/peers', open: list('peers.list.label') },
  { name: 'export-menu', at: 'node/log', open: menu('activity.export.button') },
  { name: 'export-all', at: 'node/log', open: menu('activity.export.button', 'activity.export.full') },
  { name: 'activity-kinds', at: 'node/log', open: list('activity.kindLabel') },
  { name: 'revoke-token', at: 'settings/developers', open: dialog('tokens.tokens.revokeName') },
  { name: 'language', at: 'settings/general', open: list('frame.language.label') },
  { name: 'report', at: 'settings/general', open: dialog('desktop.report.menu') },
  { name: 'self-test', at: 'node/peers', open: dialog('diagnostics.title') },
  { name: 'peer-trouble', at: 'node/peers?peer=https%3A%2F%2Fkey-changed.example.org', open: visibleDialog },
  { name: 'tip', at: 'wallet', open: tip('common.copyWhat') },
  { name: 'notice', at: 'library', open: notice },
  { name: 'setting-choices', at: 'settings/access', open: list('settings.fields.sign_in.who.name') },
  { name: 'made-token', at: 'settings/developers', open: madeToken },
  { name: 'added-peer', at: 'node/peers', open: addedPeer },
  { name: 'chart-table', at: 'node', open: chartTable },
  { name: 'terms', at: ownItem, open: dialog('market.card.change') },
  { name: 'buy-offer', at: `${troubledItem}?tab=sharing`, open: dialog('market.offers.buyOf') },
  { name: 'content-edit-tags', at: 'library', open: withTags },
  {
    name: 'content-edit-covers',
    at: 'library',
    open: thenList(menu(actions, 'content.menu.edit'), 'content.cover.label'),
  },
  {
    name: 'content-share-nodes',
    at: 'library',
    open: thenList(menu(actions, 'content.menu.share'), 'sharing.form.publicNode'),
  },
  {
    name: 'content-share-token',
    at: 'library',
    open: then(
      menu(actions, 'content.menu.share'),
      'sharing.signIn.tokenInstead',
      'sharing.signIn.tokenHint',
    ),
  },
  { name: 'unshare', at: 'library/shared', open: dialog('sharing.unshare.there.buttonOf') },
  { name: 'do-not-share', at: 'library/shared', open: dialog('sharing.unshare.notSent.buttonOf') },
  { name: 'forget-share', at: 'library/shared', open: dialog('sharing.unshare.forget.buttonOf') },
  { name: 'sign-out-there', at: 'library/shared', open: dialog('sharing.signOut.of') },
  { name: 'notice-problem', at: 'library/shared', open: refused },
  { name: 'stop-practising', at: 'node', open: dialog('overview.network.stop.confirm') },
  {
    name: 'trust-key',
    at: 'node/peers?peer=https%3A%2F%2Fkey-changed.example.org',
    open: then(visibleDialog, 'peers.keyChange.accept', 'peers.keyChange.ask.title'),
  },
  { name: 'move-back', at: 'node/storage', open: dialog('storage.folder.back') },
  { name: 'unlink-wallet', at: 'settings/access', open: dialog('auth.linked.unlinkWallet') },
  { name: 'forget-telegram', at: 'settings/access', open: dialog('auth.telegram.forgetLabel') },
  { name: 'sign-out-person', at: 'settings/access', open: dialog('auth.users.signOutName') },
  { name: 'wallet-apps', at: 'settings/access', open: list('auth.connect.label') },
  { name: 'unlicensed', at: unlicensedPath, open: shownText('viewer.unlicensed.text') },
  { name: 'unviewable', at: unviewablePath, open: shownText('viewer.notShown.title') },
  { name: 'operation', at: 'settings/developers/api', open: operation },
  {
    name: 'settings/backup/restore',
    at: 'settings/backup/restore',
    open: (page, say) => heading(page, say('recovery.title')),
  },
  { name: 'restart', at: 'settings/general', open: restart },
  { name: 'locked', at: '', open: locked },
];
