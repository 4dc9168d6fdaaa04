import type { CollectionShare } from '../../contract/dashboard-api/library/collections.ts';
import { contentIdOf } from '../../core/content-id.ts';
import type { ShareCompanionRepository } from './repository/share-companion-repository.ts';
import type { SharePartRepository } from './repository/share-part-repository.ts';
import type { ShareKey, ShareRepository } from './repository/share-repository.ts';

interface Options {
  shares: Pick<ShareRepository, 'get'>;
  parts: Pick<SharePartRepository, 'of' | 'with'>;
  companions: Pick<ShareCompanionRepository, 'with'>;
}

/** The effect of a withdrawal on the parts of collections. */
export type PartsOutcome = Pick<CollectionShare, 'leaving' | 'staying' | 'staying_total'>;

/** Limit of the parts whose names are returned. */
const maxNamed = 100;

/**
 * Returns the parts that leave a public node together with some collections, and the reasons why the others stay.
 * @param kept collections that stay there, whose parts are read, too
 */
export function outcomeOfParts(
  wholes: readonly ShareKey[],
  { shares, parts, companions }: Options,
  kept: readonly ShareKey[] = [],
): PartsOutcome {
  const going = new Map(wholes.map((key) => [hexOf(key), key]));
  const staying = new Map<string, CollectionShare['staying'][number]>();
  const visited = [...kept, ...wholes];
  // Parts that leave are appended, because they may be collections.
  for (const whole of visited) {
    for (const part of parts.of(whole)) {
      const id = hexOf(part);
      const row = shares.get(part);
      if (!row || row.state === 'withdrawing' || going.has(id)) continue;
      const isPart = row.isPart || row.isCompanion;
      const isOfOther = parts.with(part).some((other) => !going.has(hexOf(other)));
      const isCompanion = companions.with(part).some((other) => !going.has(hexOf(other)));
      if (isPart && !isOfOther && !isCompanion) {
        going.set(id, part);
        visited.push(part);
        staying.delete(id);
      } else if (!isPart || isOfOther) {
        const reason = isPart ? 'collection' : 'itself';
        staying.set(id, { content_id: contentIdOf(part.sha256), name: row.name, reason });
      }
    }
  }
  return {
    leaving: going.size - wholes.length,
    staying: [...staying.values()].slice(0, maxNamed),
    staying_total: staying.size,
  };
}

const hexOf = ({ sha256 }: ShareKey): string => sha256.toString('hex');
