import { expect, it, onTestFinished } from 'vitest';
import { ShareRepository } from '../../src/features/sharing/repository/share-repository.ts';
import { sha256Of, startSharer } from './sharer.ts';

it('keeps a share that is being unshared when an earlier step fails', async () => {
  const sharer = await startSharer();
  onTestFinished(() => sharer.stop());
  const shares = new ShareRepository(sharer.db);
  const key = { sha256: sha256Of(Buffer.from('A song.')), host: 'https://host.example' };
  const about = {
    way: 'wallet',
    listed: true,
    name: 'A song',
    size: 7,
    askedAt: 1,
    keyState: 'none',
  } as const;
  shares.add({ ...key, ...about });
  shares.update(key, { state: 'failed' });
  expect(shares.get(key)?.state).toBe('failed');
  shares.update(key, { state: 'withdrawing' });
  shares.update(key, { state: 'failed' });
  expect(shares.get(key)?.state).toBe('withdrawing');
});
