import type * as z from 'zod';
import {
  finishedPart,
  isResumable,
  type putPlaybackPosition,
  type UnfinishedContent,
} from '../../contract/dashboard-api/library/playback.ts';
import { type Clock, toTimestamp } from '../../core/clock.ts';
import type { Catalogue } from '../content/index.ts';
import type { LocalContentResponses } from '../serving/index.ts';
import type { PlaybackRepository } from './playback-repository.ts';

type SavedPosition = z.output<typeof putPlaybackPosition.body.schema>;

export interface PlaybackServiceOptions {
  positions: PlaybackRepository;
  catalogue: Pick<Catalogue, 'find'>;
  responses: Pick<LocalContentResponses, 'content'>;
  clock: Clock;
}

/** Stores where playback and reading stopped. */
export class PlaybackService {
  readonly #options: PlaybackServiceOptions;

  constructor(options: PlaybackServiceOptions) {
    this.#options = options;
  }

  /** Returns a position in seconds or chapters; null at the beginning. */
  position(sha256: Buffer): number | null {
    return this.#options.positions.get(sha256)?.position ?? null;
  }

  /**
   * Saves a position, or removes it where playback or reading starts at the beginning. A book that is read to its end
   * keeps its position, because its appendices are opened again.
   */
  async save(sha256: Buffer, { unit, position, length }: SavedPosition): Promise<void> {
    const { positions, clock } = this.#options;
    const isKept = unit === 'seconds' ? isResumable(position, length) : position > 0;
    if (isKept) await positions.put({ sha256, position, duration: length, updatedAt: clock() });
    else await positions.remove(sha256);
  }

  /** Returns the contents that were not finished, the last played or read first. */
  unfinished(limit: number): UnfinishedContent[] {
    const { positions, responses } = this.#options;
    return positions.newest(limit, finishedPart).map(({ sha256, position, duration, updatedAt }) => ({
      content: responses.content(sha256),
      position,
      length: duration,
      updated_at: toTimestamp(updatedAt),
    }));
  }

  /** Returns whether this node stores a content. */
  isStored(sha256: Buffer): boolean {
    return this.#options.catalogue.find(sha256) !== undefined;
  }
}
