import {
  minResumableSeconds,
  type UnfinishedContent,
} from '../../contract/dashboard-api/library/playback.ts';
import { type Clock, toTimestamp } from '../../core/clock.ts';
import type { Catalogue } from '../content/index.ts';
import type { LocalContentResponses } from '../serving/index.ts';
import type { PlaybackRepository } from './playback-repository.ts';

/** Distance from the beginning or the end within which a position is not saved, in seconds. */
const margin = 20;
/** Part of the duration after which a content counts as finished, because credits or closing words follow. */
const finished = 0.97;

export interface PlaybackServiceOptions {
  positions: PlaybackRepository;
  catalogue: Pick<Catalogue, 'find'>;
  responses: Pick<LocalContentResponses, 'content'>;
  clock: Clock;
}

/** Stores where playback stopped. */
export class PlaybackService {
  readonly #options: PlaybackServiceOptions;

  constructor(options: PlaybackServiceOptions) {
    this.#options = options;
  }

  /** Returns a position in seconds; null where playback starts at the beginning. */
  position(sha256: Buffer): number | null {
    return this.#options.positions.get(sha256)?.position ?? null;
  }

  /** Saves a position, or removes it for a short content, near its beginning and near its end. */
  async save(sha256: Buffer, position: number, duration: number): Promise<void> {
    const { positions, clock } = this.#options;
    const isUnfinished =
      duration >= minResumableSeconds &&
      position >= margin &&
      position <= Math.min(duration - margin, duration * finished);
    if (isUnfinished) await positions.put({ sha256, position, duration, updatedAt: clock() });
    else await positions.remove(sha256);
  }

  /** Returns the contents that were not finished, last played first. */
  unfinished(limit: number): UnfinishedContent[] {
    const { positions, responses } = this.#options;
    return positions.newest(limit).map(({ sha256, position, duration, updatedAt }) => ({
      content: responses.content(sha256),
      position_seconds: position,
      duration_seconds: duration,
      updated_at: toTimestamp(updatedAt),
    }));
  }

  /** Returns whether this node stores a content. */
  isStored(sha256: Buffer): boolean {
    return this.#options.catalogue.find(sha256) !== undefined;
  }
}
