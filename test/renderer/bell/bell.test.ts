import { MantineProvider } from '@mantine/core';
import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BellItem } from '../../../renderer/features/bell/bell-item.ts';
import { BellList } from '../../../renderer/features/bell/bell-list.tsx';
import { logItem } from '../../../renderer/features/bell/log-items.ts';
import { openItems } from '../../../renderer/features/bell/open-items.ts';
import { russian } from '../../../renderer/locales/ru/index.ts';
import {
  notificationReason,
  type OwnerNotification,
} from '../../../src/contract/dashboard-api/administration/notifications.ts';
import type { UpdateState } from '../../../src/contract/shell/updates.ts';
import { message } from '../../../src/core/messages/message.ts';
import { plain } from '../plain-spaces.ts';

const song = (change: Partial<OwnerNotification> = {}): OwnerNotification => ({
  id: 'a',
  reason: 'activity.uploaded',
  at: '2026-03-15T12:00:00.000Z',
  count: 1,
  is_new: true,
  content_id: 'bafkreisong',
  title: 'Song',
  author: 'Ada Marlow',
  price: '5000000000',
  buyer: 'UQB3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d0x0',
  ...change,
});
const sentence = (change: Partial<OwnerNotification>) => {
  const { text, path } = logItem(song(change));
  return [plain(text), path];
};

describe('a line of the bell', () => {
  it.each<[Partial<OwnerNotification>, string, string]>([
    [{}, '“Song” added', '/item/bafkreisong'],
    [{ title: ' ' }, '“Untitled file” added', '/item/bafkreisong'],
    // It was deleted since.
    [{ title: null }, '“Untitled file” added', '/library'],
    [{ count: 5 }, '5 files added', '/library'],
    [{ reason: 'activity.followedDownloaded' }, 'New from Ada Marlow: “Song”', '/item/bafkreisong'],
    [
      { reason: 'activity.followedDownloaded', author: null },
      'New from someone you follow: “Song”',
      '/item/bafkreisong',
    ],
    [
      { reason: 'activity.followedDownloaded', count: 3 },
      '3 new files from people you follow',
      '/explore/following',
    ],
    [{ reason: 'activity.sold' }, '“Song” sold to UQB3…d0x0 for 5 GRAM', '/item/bafkreisong?tab=sharing'],
    [
      { reason: 'activity.sold', price: '0' },
      'Free licence for “Song” given to UQB3…d0x0',
      '/item/bafkreisong?tab=sharing',
    ],
    [{ reason: 'activity.bought' }, '“Song” bought for 5 GRAM', '/item/bafkreisong'],
    [{ reason: 'activity.bought', price: '0' }, 'Free licence for “Song” received', '/item/bafkreisong'],
    [{ reason: 'activity.delivered' }, '“Song” is ready to open', '/item/bafkreisong'],
    [{ reason: 'activity.licenceReceived', title: null }, 'Licence received', '/library/given'],
    [
      { reason: 'activity.storeReplaced', title: null },
      expect.stringContaining('An update reset the practice Store'),
      '/explore/store',
    ],
    [{ reason: 'activity.damageFound' }, '“Song” is damaged', '/node/storage'],
    [{ reason: 'activity.missingFound', count: 2 }, '2 files are missing', '/node/storage'],
    [{ reason: 'activity.repaired', count: 2 }, '2 files were repaired', '/node/storage'],
  ])('says what happened, and leads there: %o', (change, text, path) => {
    expect(sentence(change)).toEqual([text, path]);
  });

  it('is announced, except for added files, which the uploads announce', () => {
    const announced = notificationReason.options.filter((reason) => !logItem(song({ reason })).isQuiet);
    expect(announced).toEqual(notificationReason.options.filter((reason) => reason !== 'activity.uploaded'));
  });
});

describe('what is open', () => {
  const notice = (code: string) => ({
    code,
    severity: 'warning' as const,
    message: message('startup.secretUnprotected'),
  });
  const update = (status: UpdateState['status']): UpdateState => ({
    ...{ version: '0.2.0', automatic: true, checked_at: null, status },
  });

  it('leads to its page, and is new until it was seen', () => {
    const notices = [notice('store_not_moved'), notice('key_unprotected')];
    const items = openItems({ notices, update: undefined, seen: ['key_unprotected'] });
    expect(items.map(({ key, path, isNew, at }) => [key, path, isNew, at])).toEqual([
      ['store_not_moved', '/node/storage', true, null],
      ['key_unprotected', '/node', false, null],
    ]);
  });

  it.each<[UpdateState['status'], string | undefined]>([
    [{ kind: 'offered', offered: '0.3.0', bytes: 1 }, 'Alcove 0.3.0 is available'],
    [{ kind: 'ready', offered: '0.3.0' }, 'Restart to install Alcove 0.3.0'],
    [{ kind: 'staged', offered: '0.3.0' }, undefined],
    [{ kind: 'current' }, undefined],
  ])('includes an update that the user can install: %o', (status, text) => {
    const [item] = openItems({ notices: [], update: update(status), seen: [] });
    expect(item?.text).toBe(text);
  });
});

describe('the list of the bell', () => {
  const shown = (items: BellItem[]) =>
    renderToStaticMarkup(
      createElement(
        MantineProvider,
        null,
        createElement(MemoryRouter, null, createElement(BellList, { items, onFollow: () => {} })),
      ),
    );

  it('names what is new for screen readers', () => {
    const items = [logItem(song()), logItem(song({ id: 'b', is_new: false, title: 'Older' }))];
    // Static markup has no clock.
    const html = shown(items.map((item) => ({ ...item, at: null })));
    const [first, second] = html.match(/<li>.*?<\/li>/g) ?? [];
    expect(first).toMatch(/href="\/item\/bafkreisong".*“Song” added.*>New</);
    expect(second).toMatch(/“Older” added/);
    expect(second).not.toMatch(/>New</);
  });

  it('says that it is empty', () => {
    expect(shown([])).toContain('No notifications');
  });
});

describe('in Russian', () => {
  beforeAll(async () => {
    i18next.addResourceBundle('ru', 'translation', russian);
    await i18next.changeLanguage('ru');
  });
  afterAll(() => i18next.changeLanguage('en'));

  it.each([
    [1, '«Song»: файл добавлен'],
    [2, 'Добавлены 2 файла'],
    [21, 'Добавлен 21 файл'],
    [25, 'Добавлено 25 файлов'],
  ])('counts %i added files', (count, text) => {
    expect(sentence({ count })[0]).toBe(text);
  });
});
