import { message } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';
import type { Candidates } from './candidates.ts';

/** Returns the error for a content that no candidate sent. */
export function fetchError(candidates: Candidates, hadWrongBytes: boolean, maxBytes: number): NodeError {
  const count = candidates.all.length;
  if (hadWrongBytes) return new NodeError('peer_content_invalid', 'discovery.wrongBytes');
  if (candidates.count('too_large') > 0) {
    return new NodeError('payload_too_large', message('discovery.tooLarge', { max: maxBytes }));
  }
  if (candidates.count('interrupted') > 0) return new NodeError('peer_unreachable', 'discovery.interrupted');
  if (count === 0) return new NodeError('content_not_found', 'discovery.nobodyToAsk');
  const unreachable = candidates.count('unreachable');
  return new NodeError(
    'content_not_found',
    unreachable === 0
      ? message('discovery.nobodySent', { count })
      : message('discovery.nobodyAnswered', { count, unreachable }),
  );
}
