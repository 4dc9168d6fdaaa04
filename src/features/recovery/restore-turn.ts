import { NodeError } from '../../core/node-error.ts';

/** Lets one restore at a time prepare a node, because all of them use the same folder. */
export class RestoreTurn {
  #isTaken = false;

  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** @throws NodeError `precondition_failed` when another restore has the turn */
  take(): void {
    if (this.#isTaken) throw new NodeError('precondition_failed', 'recovery.restoreRuns');
    this.#isTaken = true;
  }

  giveBack(): void {
    this.#isTaken = false;
  }
}
