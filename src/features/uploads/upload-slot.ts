import type { IncomingMessage } from 'node:http';
import { NodeError } from '../../core/node-error.ts';
import { LeastSpeed, type LeastSpeedRule } from '../../platform/net/minimum-speed.ts';

/** Who sends an upload: a user, from an address as limits count it. */
export interface UploadSender {
  user: string;
  address: string;
}

/** What of a request tells whether the node waits for its sender. */
export type ArrivingBody = Pick<IncomingMessage, 'complete' | 'readableFlowing' | 'readableLength'>;

/** One upload among those that run at once, and how fast it comes. */
export class UploadPlace {
  readonly sender: UploadSender;
  readonly #body: ArrivingBody;
  readonly #speed: LeastSpeed;
  readonly #ending = new AbortController();
  #arrived = 0;
  #looked = 0;
  #waitedMs = 0;

  constructor(sender: UploadSender, body: ArrivingBody, leastSpeed: LeastSpeedRule) {
    this.sender = sender;
    this.#body = body;
    this.#speed = new LeastSpeed(leastSpeed);
  }

  /** Aborted with the problem to answer when the upload has to give up its place. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Whether bytes are still to come: only such an upload may have to end. */
  get isArriving(): boolean {
    return !this.#body.complete;
  }

  /** How long the node has waited for its bytes so far. */
  get waitedMs(): number {
    return this.#waitedMs;
  }

  /** Bytes per second of that time. */
  get rate(): number {
    return this.#arrived / Math.max(1, this.#waitedMs / 1000);
  }

  /** More bytes of the file have arrived. */
  arrive(bytes: number): void {
    this.#arrived += bytes;
  }

  /** Looks at the sender after a while. @returns whether it is too slow */
  look(afterMs: number): boolean {
    const { complete, readableFlowing, readableLength } = this.#body;
    // While bytes wait to be read it is this node that takes its time.
    const isWaiting = !complete && readableFlowing === true && readableLength === 0;
    const waitedMs = isWaiting ? afterMs : 0;
    const bytes = this.#arrived - this.#looked;
    this.#looked = this.#arrived;
    this.#waitedMs += waitedMs;
    return this.#speed.isTooSlow(bytes, waitedMs);
  }

  end(reason: NodeError): void {
    this.#ending.abort(reason);
  }
}

export const tooBusy = (message: string): NodeError =>
  new NodeError('too_busy', message, { headers: { 'Retry-After': '5' } });
