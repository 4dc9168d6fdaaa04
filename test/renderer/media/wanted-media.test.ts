import { expect, it } from 'vitest';
import { needsMedia } from '../../../renderer/features/media/use-wanted-media.ts';
import { mediaMaker } from '../../../renderer/viewer/messages.ts';
import type { ContentMedia } from '../../../src/contract/dashboard-api/library/media.ts';

const song = { content_type: 'audio/mpeg', media: null, encrypted: null, damage: null };
const failed = { state: 'failed', failure: 'unreadable', maker: mediaMaker } as ContentMedia;
const encrypted = {
  content_address: null,
  withdrawn: false,
  plain_type: 'audio/mpeg',
  plain_size: null,
  key: true,
};

it.each([
  ['a sound', {}, true],
  ['a picture', { content_type: 'image/png; charset=x' }, true],
  ['a document', { content_type: 'application/pdf' }, true],
  ['a book', { content_type: 'application/epub+zip' }, true],
  ['a text', { content_type: 'text/plain' }, false],
  ['an archive', { content_type: 'application/zip' }, false],
  ['one that failed', { media: failed }, false],
  ['one that an older version made', { media: { ...failed, maker: mediaMaker - 1 } }, true],
  ['a bought sound without a length', { encrypted }, true],
  ['a bought sound with a length', { encrypted, media: { ...failed, maker: 1 } }, false],
  ['a bought sound without its key', { encrypted: { ...encrypted, key: false } }, false],
  ['a bought picture', { encrypted: { ...encrypted, plain_type: 'image/png' } }, false],
  ['a damaged file', { damage: 'damaged' as const }, false],
])('decides whether media facts are needed for %s', (_name, changes, isNeeded) => {
  expect(needsMedia({ ...song, ...changes })).toBe(isNeeded);
});
