import type { CollectionShare } from '../../contract/dashboard-api/library/collection-shares.ts';
import { contentIdOf } from '../../core/content-id.ts';
import { hashKey } from '../../core/hash-key.ts';
import type { EncryptedShares } from './encrypted-shares.ts';
import type { ShareCompanionRepository } from './repository/share-companion-repository.ts';
import type { SharePartRepository } from './repository/share-part-repository.ts';
import type { ShareKey, ShareRepository } from './repository/share-repository.ts';

interface Options {
  shares: Pick<ShareRepository, 'get'>;
  parts: Pick<SharePartRepository, 'partsOf' | 'collectionsWith'>;
  companions: Pick<ShareCompanionRepository, 'with'>;
}

/** The effect of unsharing on the parts of collections. */
export type UnsharingEffect = Pick<CollectionShare, 'also_unshared' | 'still_shared' | 'still_shared_total'>;

/** Limit of the parts whose names are returned. */
const maxNamed = 100;

/**
 * Returns which parts are removed from a public node together with some collections, and why others remain shared.
 * @param kept collections that remain shared there, whose parts are read, too
 */
export function effectOfUnsharing(
  wholes: readonly ShareKey[],
  { shares, parts, companions }: Options,
  kept: readonly ShareKey[] = [],
): UnsharingEffect {
  const unshared = new Map(wholes.map((key) => [hexOf(key), key]));
  const stillShared = new Map<string, CollectionShare['still_shared'][number]>();
  const visited = [...kept, ...wholes];
  // Unshared parts are appended, because they may be collections.
  for (const whole of visited) {
    for (const part of parts.partsOf(whole)) {
      const id = hexOf(part);
      const row = shares.get(part);
      if (!row || row.state === 'withdrawing' || unshared.has(id)) continue;
      const isPart = row.isPart || row.isCompanion;
      const isOfOther = parts.collectionsWith(part).some((other) => !unshared.has(hexOf(other)));
      const isCompanion = companions.with(part).some((other) => !unshared.has(hexOf(other)));
      if (isPart && !isOfOther && !isCompanion) {
        unshared.set(id, part);
        visited.push(part);
        stillShared.delete(id);
      } else if (!isPart || isOfOther) {
        const reason = isPart ? 'collection' : 'itself';
        stillShared.set(id, { content_id: contentIdOf(part.sha256), name: row.name, reason });
      }
    }
  }
  return {
    also_unshared: unshared.size - wholes.length,
    still_shared: [...stillShared.values()].slice(0, maxNamed),
    still_shared_total: stillShared.size,
  };
}

const hexOf = ({ sha256 }: ShareKey): string => sha256.toString('hex');

/** Returns whether some contents could be shared as parts of a manifest on a public node, and are not. */
export function isIncomplete(
  { parts, contents, encrypted }: IncompleteOptions,
  whole: ShareKey,
  hashes: readonly Buffer[],
): boolean {
  const there = new Set(parts.sharedPartsOf(whole).map(hashKey));
  return hashes.some(
    (sha256) =>
      !there.has(hashKey(sha256)) && contents.find(sha256) !== undefined && !encrypted.restrictedAs(sha256),
  );
}

interface IncompleteOptions {
  parts: Pick<SharePartRepository, 'sharedPartsOf'>;
  contents: { find(sha256: Buffer): object | undefined };
  encrypted: Pick<EncryptedShares, 'restrictedAs'>;
}
