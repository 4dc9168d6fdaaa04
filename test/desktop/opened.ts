import type { Page } from '@playwright/test';
import { english } from '../../renderer/locales/en/index.ts';
import { russian } from '../../renderer/locales/ru/index.ts';
import { troubledItem } from './chain-troubles.ts';
import { expect } from './fixtures.ts';

const words = { en: english, ru: russian };
export type Language = keyof typeof words;
type Say = (key: string) => string;

/** Says what a text of the dashboard begins with, up to what is inserted: finds what it is on, in either language. */
export function wordsIn(language: Language): Say {
  return (key) => {
    const text = key
      .split('.')
      .reduce((at: unknown, part) => (at as Record<string, unknown>)?.[part], words[language]);
    if (typeof text !== 'string') throw new Error(`There is no text ${key}.`);
    return text.split('{{', 1)[0] ?? '';
  };
}

/** What opens over a page. */
export interface Opened {
  name: string;
  /** The path of the page. */
  at: string;
  open(page: Page, say: Say): Promise<void>;
}

const press = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('main').getByRole('button', { name }).first().click();
};
/** Opens a menu by its button, and chooses from it. */
const menu =
  (button: string, item?: string): Opened['open'] =>
  async (page, say) => {
    await press(page, say(button));
    await expect(page.getByRole('menu')).toBeVisible();
    if (item === undefined) return;
    await page.getByRole('menuitem', { name: say(item) }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  };
const dialog =
  (button: string): Opened['open'] =>
  async (page, say) => {
    await press(page, say(button));
    await expect(page.getByRole('dialog')).toBeVisible();
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
/** On a narrow page it slides in; on a wide one it is there. */
const navigation: Opened['open'] = async (page, say) => {
  const open = page.getByRole('button', { name: say('frame.openMenu') });
  if (await open.isVisible()) await open.click();
  await expect(page.getByRole('navigation', { name: say('frame.navigation') })).toBeVisible();
};
const languages: Opened['open'] = async (page, say) => {
  await navigation(page, say);
  await list('frame.language.label')(page, say);
};
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
const told: Opened['open'] = async (page, say) => {
  await menu('common.actionsFor')(page, say);
  await page.getByRole('menuitem', { name: say('content.menu.copyId') }).click();
  const message = page.getByRole('alert').filter({ hasText: say('content.menu.idCopied') });
  // One of an earlier view may not have gone yet.
  await expect(message.last()).toBeVisible();
};

const madeToken: Opened['open'] = async (page, say) => {
  await page.getByRole('textbox', { name: say('bots.form.name') }).fill('A bot');
  await press(page, say('bots.form.make'));
  await expect(page.getByLabel(say('bots.made.label'), { exact: true })).toBeVisible();
};
const addedPeer: Opened['open'] = async (page, say) => {
  await page.getByRole('textbox', { name: say('common.addPeer.address') }).fill('http://127.0.0.1:9');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: '127.0.0.1:9' })).toBeVisible();
};
const chartTable: Opened['open'] = async (page, say) => {
  const show = page.getByRole('button').filter({ hasText: say('history.table.show') });
  await show.first().click();
  await expect(page.getByRole('table').first()).toBeVisible();
};
/** It stays so: nothing follows it. */
const locked: Opened['open'] = async (page, say) => {
  await page.evaluate(() => {
    window.fetch = async () => new Response(null, { status: 401 });
    history.pushState(null, '', '/people');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page.getByRole('heading', { name: say('frame.locked.title') })).toBeVisible();
};

const actions = 'common.actionsFor';

/** One of each kind, for a short look. */
export const openedQuick = new Set(['content-menu', 'content-edit', 'follow-what']);

/** Everything that opens over a page which shows every trouble. */
export const openedInTrouble: readonly Opened[] = [
  { name: 'content-menu', at: 'content', open: menu(actions) },
  { name: 'content-details', at: 'content', open: menu(actions, 'content.menu.details') },
  { name: 'content-edit', at: 'content', open: menu(actions, 'content.menu.edit') },
  { name: 'content-block', at: 'content', open: menu(actions, 'content.menu.block') },
  { name: 'content-delete', at: 'content', open: menu(actions, 'content.menu.delete') },
  { name: 'content-share', at: 'content', open: menu(actions, 'content.menu.share') },
  { name: 'block-by-id', at: 'content/blocked', open: dialog('content.blocked.blockById') },
  { name: 'unblock', at: 'content/blocked', open: dialog('content.blocked.lift.of') },
  { name: 'found-menu', at: 'content/elsewhere', open: menu(actions) },
  { name: 'follow', at: 'content/elsewhere', open: menu(actions, 'found.follow') },
  { name: 'unfollow', at: 'content/following', open: dialog('following.card.endOf') },
  { name: 'follow-what', at: 'content/following', open: list('following.new.what') },
  { name: 'buy', at: troubledItem, open: dialog('market.card.buy.use.audio') },
  { name: 'library-menu', at: 'library', open: menu(actions) },
  { name: 'offer', at: 'library', open: menu(actions, 'library.menu.askAnother') },
  { name: 'take-offer-back', at: 'library', open: menu(actions, 'library.menu.takeBack') },
  { name: 'give', at: 'library', open: menu(actions, 'library.menu.give') },
  { name: 'receive', at: 'wallet', open: dialog('wallet.card.receiveLabel') },
  { name: 'send', at: 'wallet', open: dialog('wallet.card.sendLabel') },
  { name: 'recovery-words', at: 'wallet', open: dialog('wallet.card.recoveryWords') },
  { name: 'peer-menu', at: 'peers', open: menu('peers.actions.moreFor') },
  { name: 'peer-remove', at: 'peers', open: menu('peers.actions.moreFor', 'peers.actions.remove') },
  { name: 'peer-groups', at: 'peers', open: list('peers.list.label') },
  { name: 'export-menu', at: 'activity', open: menu('activity.export.button') },
  { name: 'export-all', at: 'activity', open: menu('activity.export.button', 'activity.export.full') },
  { name: 'activity-kinds', at: 'activity', open: list('activity.kindLabel') },
  { name: 'revoke-token', at: 'bots', open: dialog('bots.tokens.revokeName') },
  { name: 'language', at: '', open: languages },
  { name: 'report', at: 'settings', open: dialog('desktop.report.menu') },
  { name: 'self-test', at: 'peers', open: dialog('peers.checkThisNode') },
  { name: 'peer-trouble', at: 'peers?peer=https%3A%2F%2Fkey-changed.example.org', open: visibleDialog },
  { name: 'navigation', at: '', open: navigation },
  { name: 'tip', at: 'wallet', open: tip('common.copyWhat') },
  { name: 'told', at: 'content', open: told },
  { name: 'setting-choices', at: 'settings', open: list('settings.fields.sign_in.who.name') },
  { name: 'made-token', at: 'bots', open: madeToken },
  { name: 'added-peer', at: 'peers', open: addedPeer },
  { name: 'chart-table', at: '', open: chartTable },
  { name: 'restore', at: 'restore', open: (page, say) => heading(page, say('restore.title')) },
  { name: 'locked', at: '', open: locked },
];
