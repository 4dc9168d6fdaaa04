import { join } from 'node:path';
import Database from 'better-sqlite3';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { randomBytes } from '../support/random-bytes.ts';
import { patience, registration, seller } from './support/seller.ts';

it('keeps running when a registered file cannot be published', async () => {
  const lines: string[] = [];
  const logger = pino({ level: 'error' }, { write: (line) => void lines.push(line) });
  const shop = await seller({ logger });
  onTestFinished(() => shop.stop());
  await shop.hasMarket();
  const { content_id } = await shop.upload(randomBytes(3000), 'song.mp3');
  const db = new Database(join(shop.alcove.dataDir, 'alcove.db'));
  db.exec(`CREATE TRIGGER refused BEFORE UPDATE OF published ON contents WHEN new.published
    BEGIN SELECT RAISE(ABORT, 'refused'); END`);
  db.close();
  const order = await shop.done({ ...registration, content_id, title: 'Song' });
  const reported = () => lines.filter((line) => line.includes('a registered file was not published')).length;
  await expect.poll(reported, patience).toBe(1);
  expect((await shop.content(order.content_id ?? '')).published).toBe(false);
});
