import { ownerId } from '../../core/caller.ts';
import { TransientSet } from '../../core/concurrency/transient-set.ts';
import { NodeError } from '../../core/node-error.ts';
import type { MinimumSpeedRule } from '../../platform/net/guarded/minimum-speed.ts';
import { type IncomingBody, tooBusy, type UploadSender, UploadSlot } from './upload-slot.ts';

/** Slow enough for a phone on a bad line; senders that stop sending lose their slots. */
const usualMinimumSpeed: MinimumSpeedRule = { speedWindowMs: 120_000, minBytesPerSecond: 1024 };
/** Applies while a sender waits for a slot. */
const scarceMinimumSpeed: MinimumSpeedRule = { speedWindowMs: 10_000, minBytesPerSecond: 16 * 1024 };
const checkEveryMs = 1000;
/** Share of the slots that one user or one address may hold. */
const senderShare = 0.25;
const guestsShare = 0.75;

export interface UploadSlotsOptions {
  /** Number of slots. */
  slots: number;
  minSpeed?: MinimumSpeedRule;
}

/**
 * Limits concurrent uploads; those of the owner by the total only. When no slot is free, the slowest upload of the
 * sender with the most slots gives its slot to a sender with fewer.
 */
export class UploadSlots {
  readonly #slotCount: number;
  readonly #minSpeed: MinimumSpeedRule;
  readonly #slots = new TransientSet<UploadSlot>();
  #timer: NodeJS.Timeout | undefined;
  #checkedAt = 0;

  constructor({ slots, minSpeed = usualMinimumSpeed }: UploadSlotsOptions) {
    this.#slotCount = slots;
    this.#minSpeed = minSpeed;
  }

  /** Returns a slot, which the caller releases. @throws NodeError `too_busy` */
  acquire(sender: UploadSender, body: IncomingBody): UploadSlot {
    if (sender.user !== ownerId) this.#freeSlotFor(sender);
    if (this.#slots.size >= this.#slotCount) throw tooBusy('storage.tooManyUploads');
    const slot = new UploadSlot(sender, body, this.#minSpeed);
    this.#slots.add(slot);
    this.#startTimer();
    return slot;
  }

  release(slot: UploadSlot): void {
    this.#slots.delete(slot);
  }

  #freeSlotFor(sender: UploadSender): void {
    const share = this.#slotCount * senderShare;
    const ofOthers = [...this.#slots].filter((slot) => slot.sender.user !== ownerId);
    const byUser = (one: UploadSender) => count(ofOthers, (other) => other.user === one.user);
    const byAddress = (one: UploadSender) => count(ofOthers, (other) => other.address === one.address);
    const bySender = (one: UploadSender) => Math.max(byUser(one), byAddress(one));
    const ofAddress = () =>
      yielding(
        ofOthers.filter((slot) => slot.sender.address === sender.address),
        byUser,
        byUser(sender),
      );
    if (byUser(sender) >= share) throw tooBusy('storage.tooManyUploads');
    if (byAddress(sender) >= share) this.#displace(ofAddress());
    else if (ofOthers.length >= this.#slotCount * guestsShare || this.#slots.size >= this.#slotCount) {
      this.#displace(yielding(ofOthers, bySender, bySender(sender)) ?? ofAddress());
    }
  }

  #displace(slot: UploadSlot | undefined): void {
    if (!slot) throw tooBusy('storage.tooManyUploads');
    this.#slots.delete(slot);
    slot.end(tooBusy('storage.uploadDisplaced'));
  }

  #startTimer(): void {
    if (this.#timer) return;
    this.#checkedAt = performance.now();
    this.#timer = setInterval(() => this.#checkSpeeds(), checkEveryMs).unref();
  }

  #checkSpeeds(): void {
    if (this.#slots.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    const now = performance.now();
    const afterMs = now - this.#checkedAt;
    this.#checkedAt = now;
    for (const slot of this.#slots) {
      if (!slot.isTooSlow(afterMs) || slot.sender.user === ownerId) continue;
      this.#slots.delete(slot);
      slot.end(new NodeError('request_timeout', 'storage.uploadTooSlow'));
    }
  }
}

const count = (slots: readonly UploadSlot[], counts: (sender: UploadSender) => boolean): number =>
  slots.filter(({ sender }) => counts(sender)).length;

/**
 * Returns the upload that loses its slot to a newcomer: the slowest of the sender with the most slots if these are more
 * than the newcomer would have, else one that is almost stalled.
 * @param own number of slots of the newcomer
 */
function yielding(
  slots: readonly UploadSlot[],
  heldBy: (sender: UploadSender) => number,
  own: number,
): UploadSlot | undefined {
  const arriving = slots.filter(({ isArriving }) => isArriving);
  const max = Math.max(0, ...arriving.map(({ sender }) => heldBy(sender)));
  if (max > own + 1) return slowestOf(arriving.filter(({ sender }) => heldBy(sender) === max));
  const { speedWindowMs, minBytesPerSecond: minRate } = scarceMinimumSpeed;
  const slow = arriving.filter(
    ({ sender, waitedMs, rate }) => waitedMs >= speedWindowMs && rate < minRate && heldBy(sender) > own,
  );
  return slowestOf(slow);
}

const slowestOf = (slots: readonly UploadSlot[]): UploadSlot | undefined =>
  [...slots].sort((a, b) => a.rate - b.rate)[0];
