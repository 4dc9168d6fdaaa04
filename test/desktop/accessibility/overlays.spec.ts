import { overview } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import { settingsState } from '../../../src/contract/dashboard-api/administration/settings.ts';
import { localContentPage } from '../../../src/contract/dashboard-api/content.ts';
import type { RemoteContentList } from '../../../src/contract/node-api/discovery.ts';
import { json } from '../../support/node/start-test-node.ts';
import { chainTroubles, troubledItem } from '../screens/chain-error-states.ts';
import { questions } from '../screens/dialog-errors.ts';
import { troubles } from '../screens/error-states.ts';
import { expect, type LaunchedAlcove, test } from '../support/fixtures.ts';
import { standIn } from '../support/stand-ins.ts';
import { inEachView, take, takeOnce } from '../support/views.ts';
import { go, type Language, type Opened, openedInTrouble, openedQuick, wordsIn } from './overlays.ts';

/** The pages with the most content, in the state with every error. */
const fullest = [
  '',
  'library',
  troubledItem,
  'library/bought',
  'wallet',
  'node/storage',
  'node/peers',
  'settings/access',
  'settings',
];

test('fits every kind of page, menu, list and dialog without accessibility findings', async ({
  takeAlcove,
}) => {
  const alcove = await inTrouble(takeAlcove, 'en');
  const { page } = alcove;
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 320, height: 800 });
  for (const path of fullest) {
    const former = await page.title();
    await go(page, path);
    // The former page is shown until the code of the next one is loaded.
    if (path !== '') await expect(page).not.toHaveTitle(former);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await takeOnce(page, `/${path}`);
  }
  const quick = openedInTrouble.filter(({ name }) => openedQuick.has(name));
  await walk(alcove, 'en', quick);
});

for (const language of ['en', 'ru'] as const) {
  const everyOne = `every menu, list and dialog fits and can be used by everyone: ${language}`;
  test(everyOne, { tag: '@story' }, async ({ launchAlcove }) => {
    test.setTimeout(600_000);
    await walk(await inTrouble(launchAlcove, language), language, openedInTrouble);
  });
}

/** A node with a few files, whose pages show every error. */
async function inTrouble(
  launchAlcove: () => Promise<LaunchedAlcove>,
  language: Language,
): Promise<LaunchedAlcove> {
  const alcove = await launchAlcove();
  const { page, askLocal, nodeUrl } = alcove;
  for (let n = 0; n < 8; n += 1) {
    await askLocal('/local/content', {
      method: 'POST',
      body: `words ${n}`,
      headers: { 'X-File-Name': Buffer.from(`recording ${n}.txt`).toString('base64') },
    });
  }
  await askLocal('/local/tokens', { method: 'POST', ...json({ name: 'a bot', scopes: ['content:read'] }) });
  await askLocal('/local/blocked', {
    method: 'POST',
    ...json({ content_id: '11'.repeat(32), reason: 'A complaint' }),
  });
  const content = localContentPage.parse(await (await askLocal('/local/content')).json());
  const items: RemoteContentList['items'] = content.items.map((item) => ({
    ...{ content_id: item.content_id, content_sha256: item.content_sha256, size: item.size, stored: false },
    ...{ content_type: 'audio/mpeg', title: item.title, description: '', hashtags: ['sea', 'summer'] },
    ...{ authors: ['Ada Lovelace'], cover_id: null, owner: null, created_at: item.created_at },
    ...{ content_url: `${nodeUrl}/x`, sources: ['https://studio.example.org'] },
  }));
  await page.evaluate((chosen) => localStorage.setItem('alcove.language', chosen), language);
  await standIn(page, {
    ...troubles(content, { items, next_cursor: null, total: items.length }),
    ...chainTroubles,
    ...questions({
      content,
      overview: overview.parse(await (await askLocal('/local/overview')).json()),
      settings: settingsState.parse(await (await askLocal('/local/settings')).json()),
    }),
  });
  return alcove;
}

async function walk({ page }: LaunchedAlcove, language: Language, all: readonly Opened[]): Promise<void> {
  const say = wordsIn(language);
  for (const { name, at, open } of all) {
    await inEachView(page, (view) =>
      test.step(`${name}, ${view}`, async () => {
        // Open overlays end with their page: of two changes of the page at once, only the last one would be
        // shown.
        const nowhere = page.getByRole('heading', { level: 1, name: say('frame.notFound.title') });
        const locked = page.getByRole('heading', { name: say('frame.locked.title') });
        await go(page, 'no-such-page');
        await expect(nowhere.or(locked)).toBeVisible();
        await expect(page.locator(':is([role=dialog], [role=menu], [role=listbox]):visible')).toHaveCount(0);
        await go(page, at);
        await expect(nowhere).toHaveCount(0);
        await open(page, say);
        await take(page, `opened-${language}-${name}`, view);
      }),
    );
  }
}
