import type { IncomingMessage } from 'node:http';
import type { ConstantMessageId } from '../../contract/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';
import { MinimumSpeed, type MinimumSpeedRule } from '../../platform/net/guarded/minimum-speed.ts';

/** The sender of an upload: a user and an address as rate limits count it. */
export interface UploadSender {
  user: string;
  address: string;
}

/** The state of a request that shows whether the node waits for its sender. */
export type IncomingBody = Pick<IncomingMessage, 'complete' | 'readableFlowing' | 'readableLength'>;

/** The right of one upload to send now, with the speed of its sender. */
export class UploadSlot {
  readonly sender: UploadSender;
  readonly #body: IncomingBody;
  readonly #speed: MinimumSpeed;
  readonly #ending = new AbortController();
  #arrived = 0;
  #measured = 0;
  #waitedMs = 0;

  constructor(sender: UploadSender, body: IncomingBody, minSpeed: MinimumSpeedRule) {
    this.sender = sender;
    this.#body = body;
    this.#speed = new MinimumSpeed(minSpeed);
  }

  /** Returns a signal that is aborted, with the problem to send, when the upload loses its slot or its sender. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Returns whether bytes are missing; only such an upload may lose its slot. */
  get isArriving(): boolean {
    return !this.#body.complete;
  }

  /** Returns how long the node has waited for bytes, in milliseconds. */
  get waitedMs(): number {
    return this.#waitedMs;
  }

  /** Returns the average bytes per second during `waitedMs`. */
  get rate(): number {
    return this.#arrived / Math.max(1, this.#waitedMs / 1000);
  }

  arrive(bytes: number): void {
    this.#arrived += bytes;
  }

  /** Measures the speed of the sender after an interval, and returns whether it is too slow. */
  isTooSlow(afterMs: number): boolean {
    const { complete, readableFlowing, readableLength } = this.#body;
    // When received bytes are unread, the node and not the sender is slow.
    const isWaiting = !complete && readableFlowing === true && readableLength === 0;
    const waitedMs = isWaiting ? afterMs : 0;
    const bytes = this.#arrived - this.#measured;
    this.#measured = this.#arrived;
    this.#waitedMs += waitedMs;
    return this.#speed.isTooSlow(bytes, waitedMs);
  }

  end(reason: unknown): void {
    this.#ending.abort(reason);
  }
}

export const tooBusy = (reason: ConstantMessageId): NodeError =>
  new NodeError('too_busy', reason, { headers: { 'Retry-After': '5' } });
