import { PeerError } from '../../platform/net/failures.ts';
import { AccessError, itSays } from '../sharing/open-session.ts';
import { Refusal } from '../sharing/refusal.ts';

/** No node gave the key of a licence. The message says why, and what to do. */
export class KeyNotFound extends Error {
  override readonly name = 'KeyNotFound';

  /** @param failures of those that were asked */
  constructor(failures: readonly { host: string; error: unknown }[]) {
    const [told] = [...failures].sort((a, b) => weightOf(b.error) - weightOf(a.error));
    super(told ? `${told.host}: ${wordsOf(told.error)}` : nobody, { cause: told?.error });
  }
}

const nobody =
  'None of the nodes that this one knows has this content now. Add the public node of its author on the Peers page.';

/** What was said on purpose tells more than a node that is away. */
function weightOf(error: unknown): number {
  if (error instanceof Refusal) return error.code === 'content_not_found' ? 1 : 3;
  if (error instanceof AccessError) return 2;
  return error instanceof PeerError && error.code === 'invalid_answer' ? 4 : 0;
}

function wordsOf(error: unknown): string {
  if (error instanceof Refusal) {
    if (error.code === 'key_not_found') {
      return 'This node has the file, but not its key. Its author has to deposit the key there.';
    }
    if (error.code === 'licence_required') {
      return 'This node does not see the licence on the chain yet.';
    }
    return `The node refused.${itSays(error.message)}`;
  }
  if (error instanceof PeerError) return `${error.message} ${error.remedy}`;
  return error instanceof AccessError
    ? error.message
    : 'Something went wrong in this node; its log says more.';
}
