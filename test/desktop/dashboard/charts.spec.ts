import { earningsHistory } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import { localUpload } from '../../../src/contract/dashboard-api/content.ts';
import { breaches } from '../support/accessibility.ts';
import { expect, sharedAlcove, test } from '../support/fixtures.ts';
import { standIn } from '../support/stand-ins.ts';
import { visit } from '../support/visit.ts';

const MB = 1000 ** 2;

const given = sharedAlcove({ args: ['--set', 'chain.network=embedded'], isNew: true });

test('shows stored and fetched bytes in the charts at once, by keyboard and as a table too', {
  tag: '@story',
}, async () => {
  const { page, askLocal, dashboardUrl } = given();
  await visit(page, 'Node');
  const response = await askLocal('/local/content', { method: 'POST', body: Buffer.alloc(3 * MB, 'a') });
  const { content } = localUpload.parse(await response.json());

  const traffic = page.getByRole('slider', { name: 'Traffic' });
  await expect(traffic).toHaveAttribute('aria-valuetext', /Sent: .*Received: 3\sMB/);
  await expect(page.getByRole('slider', { name: 'Storage used' })).toHaveAttribute(
    'aria-valuetext',
    /Used: 3\sMB and Files: 1$/,
  );
  for (const [times, sent] of [
    [1, '3 MB'],
    [2, '9 MB'],
  ] as const) {
    for (let i = 0; i < times; i++) await (await fetch(content.content_url)).arrayBuffer();
    await expect(page.getByText(`Sent ${sent}, received 3 MB,`)).toBeVisible();
  }

  await traffic.focus();
  await page.keyboard.press('Home');
  await expect(traffic).toHaveAttribute('aria-valuenow', '1');
  await expect(traffic).toHaveAttribute('aria-valuetext', /: Not running$/);
  await page.keyboard.press('ArrowRight');
  await expect(traffic).toHaveAttribute('aria-valuenow', '2');
  await page.keyboard.press('End');
  await expect(traffic).toHaveAttribute('aria-valuetext', /Sent: 9\sMB, Received: 3\sMB and With other/);
  await traffic.hover({ position: { x: 5, y: 20 } });
  await expect(traffic).toHaveAttribute('aria-valuetext', /: Not running$/);

  await page.getByText('Year', { exact: true }).click();
  await expect(traffic).toHaveAttribute('aria-valuemax', '53');
  await page.getByRole('button', { name: 'Traffic: show table' }).click();
  const table = page.getByRole('table', { name: 'Traffic' });
  await expect(table.getByRole('row').nth(1)).toContainText('9 MB3 MB');
  await expect(table.getByRole('row')).toHaveCount(3);
  expect(await breaches(page)).toEqual([]);

  await page.goto(`${dashboardUrl}/node/storage`);
  await expect(page.getByRole('slider', { name: 'Storage used' })).toHaveAttribute('aria-valuetext', /3\sMB/);
});

test('shows the earnings of a wallet', { tag: '@story' }, async () => {
  const { page, dashboardUrl, askLocal } = given();
  const response = await askLocal('/local/earnings?range=month');
  const document = earningsHistory.parse(await response.json());
  await page.goto(`${dashboardUrl}/wallet`);
  await expect(page.getByText('No earnings in this period')).toBeVisible();
  await expect(page.getByRole('slider', { name: 'Earnings' })).toHaveCount(0);
  const earned = { sales: '1500000000', shares: '0', resales: '9000000000' };
  const points = document.points.map((point, index) => (index === 3 ? { ...point, ...earned } : point));
  await standIn(page, { '/local/earnings': { ...document, points } });
  await page.goto(`${dashboardUrl}/wallet`);
  await expect(page.getByText('Earned 10.5 GRAM.')).toBeVisible();
  const chart = page.getByRole('slider', { name: 'Earnings' });
  await chart.focus();
  await page.keyboard.press('Home');
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
  await expect(chart).toHaveAttribute('aria-valuetext', /Sales: 1.5\sGRAM, .* and Resales: 9\sGRAM$/);
});
