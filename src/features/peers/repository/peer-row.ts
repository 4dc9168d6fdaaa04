import { messageJson, storedMessage } from '../../../platform/sqlite/stored-message.ts';
import type { Peer } from '../peer.ts';
import type { PeerChanges, PeerFailureRecord, PeerProof } from '../peer-store.ts';

type MessageColumn = 'warning' | 'failureMessage' | 'failureRemedy';

/** A row of `peers`; messages are JSON. */
export type PeerRow = Omit<Peer, MessageColumn> & Record<MessageColumn, string | null>;

export const peerOf = (row: PeerRow): Peer => ({
  ...row,
  warning: storedMessage(row.warning),
  failureMessage: storedMessage(row.failureMessage),
  failureRemedy: storedMessage(row.failureRemedy),
});

export const changesOf = (rows: readonly PeerRow[]): PeerChanges => ({
  changed: rows.map(peerOf),
  removed: [],
});

/** Returns the values of the statement `recordProof`. */
export const proofValues = ({ failure, ...proof }: PeerProof) => ({
  ...proof,
  warning: messageJson(proof.warning),
  failureCode: failure?.code ?? null,
  failureMessage: messageJson(failure?.message ?? null),
  failureRemedy: messageJson(failure?.remedy ?? null),
  failureAt: failure ? proof.at : null,
});

/** Returns the values of the statement `recordFailure`. */
export const failureValues = (failure: PeerFailureRecord) => ({
  ...failure,
  message: messageJson(failure.message),
  remedy: messageJson(failure.remedy),
});
