import { expect, type LaunchedAlcove, test } from '../support/fixtures.ts';
import { keysOf } from '../support/keyboard.ts';

const add = ({ askLocal }: LaunchedAlcove, name: string) =>
  askLocal('/local/content', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/octet-stream',
      'X-File-Name': Buffer.from(name).toString('base64'),
    },
    body: Buffer.from(`the bytes of ${name}`),
  });

test('counts new notifications, opens by keyboard, leads to the files, and remembers what was seen', async ({
  launchAlcove,
}) => {
  const alcove = await launchAlcove();
  const { page } = alcove;
  const keys = keysOf(page);
  const bell = page.getByRole('button', { name: /^Notifications/ });
  const seen = page.getByRole('button', { name: 'Notifications', exact: true });
  // A notice of this computer may be open from the start.
  await keys.enter(bell);
  // The focus moves into the panel a moment after it opens.
  await expect(page.locator('[role=dialog]:focus, [role=dialog] :focus')).toHaveCount(1);
  await keys.escapeTo(bell);
  await expect(seen).toBeVisible();

  await add(alcove, 'first.txt');
  await add(alcove, 'second.txt');
  await expect(page.getByRole('button', { name: 'Notifications, 1 new' })).toBeVisible();
  await keys.enter(bell);
  const files = page.getByRole('dialog').getByRole('link', { name: /2 files added/ });
  await expect(files).toContainText('New');
  await expect(files).toHaveAttribute('href', '/library');
  await keys.enter(files);
  await expect(page.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(seen).toBeVisible();

  await page.reload();
  await expect(seen).toBeVisible();
  await add(alcove, 'third.txt');
  await expect(page.getByRole('button', { name: 'Notifications, 1 new' })).toBeVisible();
});
