import { isDeepStrictEqual } from 'node:util';
import type { ActivityKind } from '../../contract/dashboard-api/administration/activity.ts';
import type { Activity } from '../../core/events/activity.ts';

interface Known<L> {
  activity: Activity;
  line: L;
}

/** Lines by subject and address; two maps are faster for each download than building a combined key. */
type Lines<L> = Map<string | undefined, Map<string | undefined, Known<L>[]>>;

/** Finds recent lines that equal new activity; removes old ones by itself. */
export class RecentLines<L extends { at: number }> {
  readonly #sameForMs: number;
  #newer: Lines<L> = new Map();
  #older: Lines<L> = new Map();
  #newerSince = 0;
  readonly #counts = new Map<ActivityKind, number>();

  /**
   * Sets the period.
   * @param sameForMs how long after its beginning a line counts equal activity, in milliseconds
   */
  constructor(sameForMs: number) {
    this.#sameForMs = sameForMs;
  }

  find(activity: Activity, now: number): L | undefined {
    this.#forget(now);
    const line = lineOf(this.#newer, activity) ?? lineOf(this.#older, activity);
    return line && this.#isWithin(line.at, now) ? line : undefined;
  }

  add(activity: Activity, line: L): void {
    const { subject, address, kind } = activity;
    const ofSubject = this.#newer.get(subject) ?? new Map<string | undefined, Known<L>[]>();
    this.#newer.set(subject, ofSubject);
    ofSubject.set(address, [{ activity, line }, ...(ofSubject.get(address) ?? [])]);
    this.#counts.set(kind, this.countOf(kind) + 1);
  }

  /** Returns how many lines of a kind began recently. */
  countOf(kind: ActivityKind): number {
    return this.#counts.get(kind) ?? 0;
  }

  #forget(now: number): void {
    if (this.#isWithin(this.#newerSince, now)) return;
    this.#older = this.#newer;
    this.#newer = new Map();
    this.#newerSince = now;
    this.#counts.clear();
  }

  /** Returns false also for a time in the future, because the clock may have been set back. */
  #isWithin(since: number, now: number): boolean {
    return now >= since && now - since < this.#sameForMs;
  }
}

function lineOf<L>(lines: Lines<L>, activity: Activity): L | undefined {
  const known = lines.get(activity.subject)?.get(activity.address);
  if (known) for (const { activity: other, line } of known) if (isSame(activity, other)) return line;
  return undefined;
}

const isSame = (a: Activity, b: Activity): boolean =>
  a.kind === b.kind &&
  a.problem === b.problem &&
  a.actor.type === b.actor.type &&
  a.actor.name === b.actor.name &&
  isDeepStrictEqual(a.detail, b.detail);
