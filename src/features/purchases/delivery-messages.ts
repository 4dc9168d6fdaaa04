import { NodeError } from '../../core/node-error.ts';

/** Why a delivery failed, and what to do. */
export const wordsOf = (error: Error): string =>
  error instanceof NodeError && error.code === 'blocked' ? blocked : error.message;

const blocked =
  'You have blocked this content on your node. Lift the block on the Content page, then try again.';

export const paused = 'It comes when work in the background goes on, or when you ask for it.';

export const external =
  'Your connected wallet holds this licence, and this node cannot sign in elsewhere for it. Open the content on a node where you sign in with that wallet, or buy with this node’s own wallet.';
