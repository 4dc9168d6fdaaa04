import type { SharedContent } from '../../../src/contract/local-network.ts';
import { askFirst } from '../../lib/ask-first.tsx';
import { notifyProblem } from '../../lib/notify-problem.tsx';
import { hostName } from '../../lib/peer-words.ts';
import { useUnshare } from '../../lib/sharing-queries.ts';

type Taken = Pick<SharedContent, 'content_id' | 'host' | 'name' | 'state' | 'shared_at' | 'message'>;

/** Takes a content back from a node, or does not send it; where that node cannot be told, forgets that it is there. */
export function useTakeBack({ content_id: id, host, name, state, shared_at: sharedAt, message }: Taken) {
  const unshare = useUnshare(id, host);
  const onConfirm = () => unshare.mutate(undefined, { onError: notifyProblem });
  const questions = {
    Forget: {
      title: 'Forget that it is there?',
      text: `${hostName(host)} could not be told to remove “${name}”, so it may stay there. Your node tries no longer.`,
      confirm: 'Forget it',
      cancel: 'Go on trying',
    },
    'Do not share': {
      title: 'Not share it there?',
      text: `“${name}” is not put on ${hostName(host)}. It stays on this node.`,
      confirm: 'Do not share',
      cancel: 'Leave it',
    },
    'Take back': {
      title: 'Take it back?',
      text: `“${name}” is removed from ${hostName(host)}, and its link stops working. Copies that others have made cannot be called back.`,
      confirm: 'Take back',
      cancel: 'Leave it there',
    },
  };
  const isThere = state === 'shared' || state === 'withdrawing' || sharedAt !== null;
  const label =
    state === 'withdrawing' && message !== null ? 'Forget' : isThere ? 'Take back' : 'Do not share';
  return {
    label,
    isPending: unshare.isPending,
    ask: () => askFirst({ ...questions[label], onConfirm }),
  };
}
