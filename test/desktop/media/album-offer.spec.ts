import { collectionDetails } from '../../../src/contract/dashboard-api/library/collections.ts';
import { json } from '../../support/node/start-test-node.ts';
import { expect, sharedAlcove, test } from '../support/fixtures.ts';
import { visit } from '../support/visit.ts';
import { goTo, store } from '../viewer/viewed.ts';
import { song } from './made-song.ts';

const given = sharedAlcove({ startsEmpty: true });

test('offers without an interruption to show a folder as an album, and announces the result', async () => {
  const alcove = given();
  const { page, askLocal } = alcove;
  const entries: { content_id: string }[] = [];
  for (const [index, title] of ['Low tide', 'Morning song'].entries()) {
    const texts = { TALB: 'Harbour', TIT2: title, TRCK: `${index + 1}` };
    entries.push({
      content_id: await store(alcove, `${title}.mp3`, 'audio/mpeg', song(index + 1, { texts })),
    });
  }
  const made = await askLocal('/local/collections', {
    method: 'POST',
    ...json({ kind: 'folder', title: 'New folder' }),
  });
  const { id } = collectionDetails.parse(await made.json());
  await askLocal(`/local/collections/${id}/entries`, { method: 'POST', ...json({ entries }) });
  // The tags are read where the files are shown.
  await visit(page, 'Library');
  await page.getByRole('navigation', { name: 'Library' }).getByRole('link', { name: 'Music' }).click();
  await expect(page.getByRole('link', { name: /^Low tide\b.*0:01/ })).toBeVisible();
  await goTo(page, `/collection/${id}`);
  const offer = page.getByRole('note').filter({ hasText: 'These songs are from the album “Harbour”' });
  await offer.getByRole('button', { name: 'Show as album' }).press('Enter');
  await expect(page.getByRole('alert')).toContainText('“Harbour” is now an album');
  await expect(offer).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
});
