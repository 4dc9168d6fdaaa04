import type { ReplicatedTables } from '../../../platform/replication/local-copy.ts';
import type { Row, RowListener } from '../../../platform/sqlite/commands.ts';
import { idOf } from '../share-responses.ts';
import type { ShareKey } from './share-repository.ts';

/** The tables of sharing that replicas share. Tokens are encrypted under the secret that all of them have. */
export const replicatedSharingTables: ReplicatedTables = {
  rows: ['share_hosts', 'shares', 'share_companions', 'share_parts'],
  counters: [],
};

/** A share that has to be worked on, or no longer. */
export interface ShareChange extends ShareKey {
  isNewState: boolean;
}

/** @param isSignedIn whether there is a sign-in where none was */
type Report = (shares: readonly ShareChange[], isSignedIn: boolean) => void;

/** Reports shares on which commands of any replica start or end work, and sign-ins on hosts. */
export class ShareRowChanges implements RowListener {
  readonly #report: Report;
  readonly #shares = new Map<string, ShareChange>();
  #isSignedIn = false;
  #isReporting = false;

  constructor(report: Report) {
    this.#report = report;
  }

  changed(table: string, before: Row | undefined, after: Row | undefined): void {
    const { sha256, host } = { ...before, ...after } as unknown as ShareKey;
    if (table === 'shares' && isWork(before, after)) {
      const id = idOf({ sha256, host });
      const isNewState = before?.state !== after?.state || this.#shares.get(id)?.isNewState === true;
      this.#shares.set(id, { sha256, host, isNewState });
    }
    if (table === 'share_hosts' && !before?.sealed_token && after?.sealed_token) this.#isSignedIn = true;
  }

  finish(): void {
    if (this.#isReporting || !(this.#isSignedIn || this.#shares.size > 0)) return;
    this.#isReporting = true;
    setImmediate(() => {
      this.#isReporting = false;
      this.#report([...this.#shares.values()], this.#isSignedIn);
      this.#shares.clear();
      this.#isSignedIn = false;
    });
  }
}

/** Returns whether a change of a share is a request; what its own transfer writes is none. */
function isWork(before: Row | undefined, after: Row | undefined): boolean {
  if (!before || !after) return true;
  const isNew = (column: string, value: unknown) => after[column] === value && before[column] !== value;
  const isOpen = after.state === 'waiting' || after.state === 'withdrawing';
  return (
    (after.state !== before.state && after.state !== 'shared') ||
    // A new sign-in, for example, ends a pause.
    (isNew('message', null) && after.state === before.state && (isOpen || after.key_state === 'waiting')) ||
    (after.state === 'shared' && after.listed !== before.listed) ||
    isNew('told_at', 0) ||
    isNew('key_state', 'waiting')
  );
}
