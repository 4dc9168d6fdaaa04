import { minResumableSeconds } from '../../../../src/contract/dashboard-api/library/playback.ts';

/** Playback position of a content, in seconds. */
export interface Position {
  id: string;
  time: number;
  duration: number;
}

/** Change of the position, in seconds, after which it is sent during playback. */
const interval = 10;

/** Sends positions to the node, each only once. */
export class PositionRecorder {
  readonly #send: (position: Position) => Promise<void>;
  #last: Position | null = null;
  #sent: Position | null = null;

  constructor(send: (position: Position) => Promise<void>) {
    this.#send = send;
  }

  /** Records the state of the player. @param position null if it is unknown */
  follow(position: Position | null, isPlaying: boolean): void {
    if (position?.id !== this.#last?.id) this.save();
    this.#last = position;
    if (position === null) return;
    const isSame = this.#sent?.id === position.id;
    if (!isPlaying) this.save();
    else if (!isSame) this.#sent = position;
    else if (Math.abs(position.time - (this.#sent?.time ?? 0)) >= interval) this.save();
  }

  /** Sends the position, unless it is the last one sent. */
  save(): void {
    const last = this.#last;
    if (last === null || last.duration < minResumableSeconds) return;
    if (this.#sent?.id === last.id && this.#sent.time === last.time) return;
    this.#sent = last;
    // A later position replaces one that could not be sent.
    this.#send(last).catch(() => undefined);
  }
}
