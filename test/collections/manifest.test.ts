import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CollectionManifest, manifestLimits } from '../../src/contract/collections/manifest.ts';
import { canonicalJson } from '../../src/crypto/canonical-json.ts';
import { identityFromSeed } from '../../src/crypto/identity.ts';
import { manifestFile, readManifest, signManifest } from '../../src/features/content/manifests/manifest.ts';

const identity = identityFromSeed(Buffer.alloc(32, 1));
const other = identityFromSeed(Buffer.alloc(32, 2));
const contentId = 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku';
const song = {
  content_id: contentId,
  title: 'Low Tide',
  size: 5,
  content_type: 'audio/mpeg',
  duration_ms: 9,
};
const content = {
  kind: 'album' as const,
  title: 'Harbour',
  description: '',
  artists: ['Ada Marlow'],
  cover_id: null,
  entries: [song, { manifest_id: contentId, title: 'Extras' }],
  created_at: '2026-01-31T12:00:00.000Z',
};
const signed = (part: object = {}) => signManifest(identity, { ...content, ...part }, null);
const file = manifestFile(signed());

it('a manifest is read as it was signed', () => {
  expect(readManifest(file)).toEqual(signed());
});

it('a manifest is refused with any byte changed', () => {
  fc.assert(
    fc.property(fc.nat(file.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
      const changed = Buffer.from(file);
      changed[at] = (changed[at] as number) ^ by;
      expect(readManifest(changed)).toBeUndefined();
    }),
  );
});

it('a manifest is refused with another signature, node, form or member', () => {
  const foreign = signManifest(other, content, null);
  const resigned = (part: object) => manifestFile({ ...signed(), ...part } as CollectionManifest);
  expect(readManifest(resigned({ signature: foreign.signature }))).toBeUndefined();
  expect(readManifest(resigned({ node: other.id }))).toBeUndefined();
  expect(readManifest(resigned({ title: 'Other' }))).toBeUndefined();
  expect(readManifest(Buffer.from(JSON.stringify(signed())))).toBeUndefined();
  expect(readManifest(Buffer.from(`${canonicalJson(signed())}\n\n`))).toBeUndefined();
  expect(readManifest(manifestFile(signed({ more: 1 })))).toBeUndefined();
  expect(readManifest(Buffer.from('{"alcove_collection":1}\n'))).toBeUndefined();
  expect(readManifest(Buffer.alloc(100, '['))).toBeUndefined();
});

it('a manifest has limits, and accepts any text within them', () => {
  const entries = (n: number) => Array<typeof song>(n).fill({ ...song, title: '' });
  expect(readManifest(manifestFile(signed({ entries: entries(10_001) })))).toBeUndefined();
  const long = { description: 'x'.repeat(manifestLimits.bytes) };
  expect(readManifest(manifestFile(signed(long)))).toBeUndefined();
  expect(readManifest(manifestFile(signed({ title: '' })))).toBeUndefined();
  for (const title of ['<script>alert(1)</script>', '\u202Eevil', '__proto__', '👩‍🚀'.repeat(9)]) {
    expect(readManifest(manifestFile(signed({ title })))?.title).toBe(title);
  }
});
