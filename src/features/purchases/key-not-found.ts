import { messageText } from '../../core/messages/message-text.ts';
import { PeerError } from '../../platform/net/failures/peer-error.ts';
import { AccessError, quoteRemote, RemoteProblem, unexpectedErrorMessage } from '../public-nodes/index.ts';

/** Reports that no node delivered the key of a licence; the message gives reason and remedy. */
export class KeyNotFound extends Error {
  override readonly name = 'KeyNotFound';

  /** @param failures failures of the nodes that were asked */
  constructor(failures: readonly { host: string; error: unknown }[]) {
    const [reported] = [...failures].sort((a, b) => weightOf(b.error) - weightOf(a.error));
    super(reported ? `${reported.host}: ${describe(reported.error)}` : noSourceMessage, {
      cause: reported?.error,
    });
  }
}

const noSourceMessage =
  'None of the nodes that this one knows has this content now. Add the public node of its author on the Peers page.';

/** Ranks failures: a refusal explains more than an unreachable node. */
function weightOf(error: unknown): number {
  if (error instanceof RemoteProblem) return error.code === 'content_not_found' ? 1 : 3;
  if (error instanceof AccessError) return 2;
  return error instanceof PeerError && error.code === 'invalid_answer' ? 4 : 0;
}

function describe(error: unknown): string {
  if (error instanceof RemoteProblem) {
    if (error.code === 'key_not_found') {
      return 'This node has the file, but not its key. Its author has to deposit the key there.';
    }
    if (error.code === 'licence_required') {
      return 'This node does not see the licence on the chain yet.';
    }
    return messageText(quoteRemote('sharing.refused', error.message));
  }
  if (error instanceof PeerError) return messageText(error.explanation);
  return error instanceof AccessError ? error.message : messageText(unexpectedErrorMessage);
}
