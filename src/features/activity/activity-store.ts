import type { ActivityKind } from '../../contract/dashboard-api/administration/activity.ts';
import type { Actor } from '../../core/events/activity.ts';

/**
 * A line of the activity log, which stands for `count` equal events between `at` and `lastAt`; times in milliseconds.
 */
export interface ActivityRow {
  number: number;
  at: number;
  lastAt: number;
  count: number;
  kind: ActivityKind;
  actorType: Actor['type'];
  actorName: string;
  address: string | null;
  subject: string | null;
  /** English text, which searches read. */
  detail: string;
  /** The message of `detail`, its parameters as JSON; null for entries of earlier versions. */
  reason: string | null;
  params: string | null;
  problem: string | null;
}

export interface ActivityQuery {
  kind?: ActivityKind | undefined;
  /** Text to search for in lines; empty matches every line. */
  q: string;
  /** Selects only lines before this one, and from `fromNumber` on. */
  beforeNumber: number;
  fromNumber?: number;
  /** Number of newest lines to leave out. */
  skip?: number;
  limit: number;
}

export type ActivityMatch = Omit<ActivityQuery, 'skip' | 'limit'>;

/** A line to write; without a number it is new, otherwise its time and count replace those of the stored line. */
export type ActivityLine = Omit<ActivityRow, 'number'> & { number: number | undefined };

/** Stores the lines of the activity log in the order of their numbers. Each method is one transaction, except `trim`. */
export interface ActivityStore {
  /** Writes all lines, or none. @returns their numbers; a new line gets a higher one than all lines before it */
  write(lines: readonly ActivityLine[]): Promise<number[]>;
  /** Returns the newest entries of each of these messages that concern the owner, newest first. */
  newestForOwner(reasons: readonly string[], maxOfEach: number): Promise<ActivityRow[]>;
  /** Returns a page, newest first. */
  page(query: ActivityQuery): Promise<ActivityRow[]>;
  /** Counts the matching lines. */
  count(query: ActivityMatch): Promise<number>;
  /** Returns the numbers of the oldest and the newest line; zeros when there are none. */
  range(): Promise<{ oldest: number; newest: number }>;
  /**
   * Calls back when another replica has written lines, and when that may have been missed; absent where none can.
   * @returns a function that ends it
   */
  follow?(onChange: () => void): () => Promise<void>;
  /** Removes lines before the time `before`, and all but the newest `max` lines of each kind. */
  trim(before: number, max: number): Promise<void>;
}
