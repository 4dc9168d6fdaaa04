import { NodeError } from '../../core/node-error.ts';
import type { Candidates } from './candidates.ts';

function describeNodes(asked: number, unreachable: number): string {
  if (asked === 1) {
    return unreachable === 1
      ? 'One node was asked for it, and gave no usable answer.'
      : 'One node was asked for it, and does not have it.';
  }
  const silent = unreachable > 0 ? `; ${unreachable} of them gave no usable answer` : '';
  return `${asked} nodes were asked for it, and none sent it${silent}.`;
}

/** Returns the error for a content that no candidate sent. */
export function fetchError(candidates: Candidates, hadWrongBytes: boolean, maxBytes: number): NodeError {
  const asked = candidates.all.length;
  if (hadWrongBytes) {
    return new NodeError(
      'peer_content_invalid',
      'Other nodes sent something else under this content id, so it was thrown away. Try again when others are connected.',
    );
  }
  if (candidates.count('too_large') > 0) {
    return new NodeError(
      'payload_too_large',
      `The content is larger than the ${maxBytes} bytes that this node stores at most (storage.max_upload_bytes).`,
    );
  }
  if (candidates.count('interrupted') > 0) {
    return new NodeError(
      'peer_unreachable',
      'The content began to arrive, but the transfer broke off, and no other node could go on with it. Try again.',
    );
  }
  if (asked === 0) {
    return new NodeError(
      'content_not_found',
      'The content is not stored here, and no other node can be asked now. Try again when this node is connected to others.',
    );
  }
  return new NodeError(
    'content_not_found',
    `The content is not stored here. ${describeNodes(asked, candidates.count('unreachable'))} Try again later.`,
  );
}
