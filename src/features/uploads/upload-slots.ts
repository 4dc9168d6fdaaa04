import { ownerId } from '../../core/caller.ts';
import { NodeError } from '../../core/node-error.ts';
import type { LeastSpeedRule } from '../../platform/net/minimum-speed.ts';
import { type ArrivingBody, tooBusy, UploadPlace, type UploadSender } from './upload-slot.ts';

/** Slow enough for a phone on a bad line that is silent for most of a minute, and too fast to hold many places for nothing. */
const usualLeastSpeed: LeastSpeedRule = { slowMs: 120_000, slowest: 1024 };
/** While somebody waits for a place: slower uploads give theirs up. */
const scarceLeastSpeed: LeastSpeedRule = { slowMs: 10_000, slowest: 16 * 1024 };
const lookEveryMs = 1000;

export interface UploadPlacesOptions {
  /** How many there are: a quarter for one user or address, three quarters for all but the owner. */
  concurrent: number;
  leastSpeed?: LeastSpeedRule;
}

/**
 * Who may upload at the same time. Places are for everybody: where none is left, who holds most gives one up for
 * whoever holds less, the slowest upload first. The owner counts against the whole only, and gives up none.
 */
export class UploadPlaces {
  readonly #concurrent: number;
  readonly #leastSpeed: LeastSpeedRule;
  readonly #places = new Set<UploadPlace>();
  #looking: NodeJS.Timeout | undefined;
  #lookedAt = 0;

  constructor({ concurrent, leastSpeed = usualLeastSpeed }: UploadPlacesOptions) {
    this.#concurrent = concurrent;
    this.#leastSpeed = leastSpeed;
  }

  /** To be given back by `leave`. @throws NodeError `too_busy` */
  take(sender: UploadSender, body: ArrivingBody): UploadPlace {
    if (sender.user !== ownerId) this.#makeWayFor(sender);
    if (this.#places.size >= this.#concurrent) throw tooBusy(tooMany);
    const place = new UploadPlace(sender, body, this.#leastSpeed);
    this.#places.add(place);
    this.#keepLooking();
    return place;
  }

  leave(place: UploadPlace): void {
    this.#places.delete(place);
  }

  #makeWayFor(sender: UploadSender): void {
    const share = this.#concurrent * 0.25;
    const ofOthers = [...this.#places].filter((place) => place.sender.user !== ownerId);
    const byUser = (one: UploadSender) => count(ofOthers, (other) => other.user === one.user);
    const byAddress = (one: UploadSender) => count(ofOthers, (other) => other.address === one.address);
    const bySender = (one: UploadSender) => Math.max(byUser(one), byAddress(one));
    const ofAddress = () =>
      yielding(
        ofOthers.filter((place) => place.sender.address === sender.address),
        byUser,
        byUser(sender),
      );
    if (byUser(sender) >= share) throw tooBusy(tooMany);
    if (byAddress(sender) >= share) this.#evict(ofAddress());
    else if (ofOthers.length >= this.#concurrent * 0.75 || this.#places.size >= this.#concurrent) {
      this.#evict(yielding(ofOthers, bySender, bySender(sender)) ?? ofAddress());
    }
  }

  #evict(place: UploadPlace | undefined): void {
    if (!place) throw tooBusy(tooMany);
    this.#places.delete(place);
    place.end(tooBusy('Others wait to upload, and this upload made way. Try again in a moment.'));
  }

  #keepLooking(): void {
    if (this.#looking) return;
    this.#lookedAt = performance.now();
    this.#looking = setInterval(() => this.#look(), lookEveryMs).unref();
  }

  #look(): void {
    if (this.#places.size === 0) {
      clearInterval(this.#looking);
      this.#looking = undefined;
      return;
    }
    const now = performance.now();
    const afterMs = now - this.#lookedAt;
    this.#lookedAt = now;
    for (const place of this.#places) {
      if (!place.look(afterMs) || place.sender.user === ownerId) continue;
      this.#places.delete(place);
      place.end(tooSlow());
    }
  }
}

const count = (places: readonly UploadPlace[], counts: (sender: UploadSender) => boolean): number =>
  places.reduce((sum, { sender }) => sum + (counts(sender) ? 1 : 0), 0);

/**
 * The upload that makes way: the slowest of whoever holds more than the newcomer would, else one that hardly moves.
 * @param own what the newcomer holds already
 */
function yielding(
  places: readonly UploadPlace[],
  heldBy: (sender: UploadSender) => number,
  own: number,
): UploadPlace | undefined {
  const arriving = places.filter(({ isArriving }) => isArriving);
  const most = Math.max(0, ...arriving.map(({ sender }) => heldBy(sender)));
  if (most > own + 1) return slowest(arriving.filter(({ sender }) => heldBy(sender) === most));
  const { slowMs, slowest: leastRate } = scarceLeastSpeed;
  const slow = arriving.filter(
    ({ sender, waitedMs, rate }) => waitedMs >= slowMs && rate < leastRate && heldBy(sender) > own,
  );
  return slowest(slow);
}

const slowest = (places: readonly UploadPlace[]): UploadPlace | undefined =>
  places.reduce<UploadPlace | undefined>(
    (least, place) => (least && least.rate <= place.rate ? least : place),
    undefined,
  );

const tooMany = 'Too many uploads at once. Try again in a moment.';

const tooSlow = (): NodeError =>
  new NodeError('request_timeout', 'The upload came too slowly, so it was broken off.');
