import type { Message } from '../../contract/messages/message.ts';
import { MessageError, message } from '../../core/messages/message.ts';
import { PeerError } from '../../platform/net/failures/peer-error.ts';
import {
  AccessError,
  quoteRemote,
  RemoteProblem,
  SignInRequired,
  unexpectedErrorMessage,
} from '../public-nodes/index.ts';

/** No node delivered the key of a licence; the text contains the reason and the remedy. */
export class KeyNotFound extends MessageError {
  /** Nodes that have the file and may give its key once a wallet app has signed in there, best first. */
  readonly signInHosts: readonly string[];

  /** @param failures failures of the nodes that were asked */
  constructor(failures: readonly { host: string; error: unknown }[]) {
    const [reported] = [...failures].sort((a, b) => weightOf(b.error) - weightOf(a.error));
    super(reported ? failureOf(reported) : 'licensing.noSource', { cause: reported?.error });
    this.signInHosts = failures
      .filter(({ error }) => error instanceof SignInRequired)
      .map(({ host }) => host);
  }
}

const failureOf = ({ host, error }: { host: string; error: unknown }): Message =>
  error instanceof SignInRequired
    ? error.text
    : message('licensing.sourceFailed', { host, why: describe(error) });

/** Ranks failures by how much they explain, from an unreachable node to a required sign-in. */
function weightOf(error: unknown): number {
  if (error instanceof SignInRequired) return 5;
  if (error instanceof RemoteProblem) return error.code === 'content_not_found' ? 1 : 3;
  if (error instanceof AccessError) return 2;
  return error instanceof PeerError && error.code === 'invalid_answer' ? 4 : 0;
}

function describe(error: unknown): Message {
  if (error instanceof RemoteProblem) {
    if (error.code === 'key_not_found') return message('licensing.keyNotDeposited');
    if (error.code === 'unauthorized') return message('licensing.keyNotGiven');
    if (error.code === 'licence_required') return message('licensing.licenceNotSeen');
    return quoteRemote('sharing.refused', error.message);
  }
  if (error instanceof PeerError) return error.explanation;
  return error instanceof AccessError ? error.text : unexpectedErrorMessage;
}
