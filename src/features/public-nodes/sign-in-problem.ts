import { NodeError } from '../../core/node-error.ts';
import { PeerError } from '../../platform/net/failures/peer-error.ts';
import { RemoteProblem } from './remote-problem.ts';
import { AccessError, quoteRemote } from './wallet-sign-in.ts';

/** Converts an error of signing in to a problem for the caller. */
export function asNodeError(error: unknown): unknown {
  if (error instanceof AccessError) return new NodeError('peer_refused', error.text);
  if (error instanceof RemoteProblem) {
    return new NodeError('peer_refused', quoteRemote('sharing.refused', error.message));
  }
  if (!(error instanceof PeerError)) return error;
  const isInvalid = error.code === 'invalid_answer' || error.code === 'not_a_node';
  return new NodeError(isInvalid ? 'peer_invalid' : 'peer_unreachable', error.explanation, {
    cause: error,
  });
}
