import { Readable } from 'node:stream';
import type { CollectionManifest } from '../../../src/contract/collections/manifest.ts';
import { manifestType } from '../../../src/contract/collections/media-types.ts';
import { contentIdOf } from '../../../src/core/content-id.ts';
import type { Registrant } from '../../../src/crypto/age/registrant.ts';
import { identityFromSeed } from '../../../src/crypto/identity.ts';
import { manifestFile, signManifest } from '../../../src/features/content/manifests/manifest.ts';
import type { OpenContentOptions } from '../../content/open-content.ts';
import { shop, user } from './shop.ts';

const identity = identityFromSeed(Buffer.alloc(32, 7));

/** The wallet of the seller. */
export const registrant: Registrant = { network: 'embedded', wallet: `0:${'a'.repeat(64)}` };

/** Returns a signed manifest. */
export const manifestOf = (
  entries: CollectionManifest['entries'],
  cover_id: CollectionManifest['cover_id'] = null,
): CollectionManifest =>
  signManifest(
    identity,
    {
      ...{ kind: 'album', title: 'Evening', description: '', artists: [], cover_id, entries },
      created_at: '2026-01-31T12:00:00.000Z',
    },
    null,
  );

/** Returns the entry of a song. */
export const entryOf = (sha256: Buffer, title = 'A song') => ({
  ...{ content_id: contentIdOf(sha256), title, size: 10, content_type: 'audio/mpeg', duration_ms: null },
});

/** Opens stored contents that sell collections. */
export async function collectionShop(options: OpenContentOptions = {}) {
  const content = await shop({
    signManifest: (manifest) => signManifest(identity, manifest, null),
    ...options,
  });
  return {
    ...content,
    /** Stores a file, of the seller unless another owner is given. */
    keep: async (bytes: Buffer, declaredType = 'application/octet-stream', uploadedBy = user) => {
      const { content: kept } = await content.catalogue.store({
        ...{ source: Readable.from([bytes]), sizeHint: undefined, signal: new AbortController().signal },
        ...{ declaredType, fileName: 'a-file', uploadedBy },
      });
      return kept.sha256;
    },
    /** Stores the plain manifest of some songs. */
    album: async (songs: readonly Buffer[]): Promise<Buffer> => {
      const file = manifestFile(manifestOf(songs.map((song, index) => entryOf(song, `Song ${index + 1}`))));
      const { content: kept } = await content.catalogue.store({
        ...{ source: Readable.from([file]), sizeHint: undefined, signal: new AbortController().signal },
        ...{ declaredType: manifestType, fileName: 'album.json', uploadedBy: user },
      });
      return kept.sha256;
    },
  };
}
