/** Where a content is, in seconds. */
export interface Position {
  id: string;
  time: number;
  duration: number;
}

/** While it plays, the position is sent when it has moved by so much, in seconds. */
const interval = 10;
/** The node remembers positions of longer contents only. */
const leastDuration = 5 * 60;

/** Sends positions that are worth remembering, and each of them once. */
export class PositionRecorder {
  readonly #send: (position: Position) => Promise<void>;
  #last: Position | null = null;
  #sent: Position | null = null;

  constructor(send: (position: Position) => Promise<void>) {
    this.#send = send;
  }

  /** Follows the player. @param position null while no position is known */
  follow(position: Position | null, isPlaying: boolean): void {
    if (position?.id !== this.#last?.id) this.save();
    this.#last = position;
    if (position === null) return;
    const isSame = this.#sent?.id === position.id;
    if (!isPlaying) this.save();
    else if (!isSame) this.#sent = position;
    else if (Math.abs(position.time - (this.#sent?.time ?? 0)) >= interval) this.save();
  }

  /** Sends the position, unless it was the last one sent. */
  save(): void {
    const last = this.#last;
    if (last === null || last.duration < leastDuration) return;
    if (this.#sent?.id === last.id && this.#sent.time === last.time) return;
    this.#sent = last;
    // A later position replaces one that does not arrive.
    this.#send(last).catch(() => undefined);
  }
}
