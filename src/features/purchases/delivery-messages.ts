import { NodeError } from '../../core/node-error.ts';

/** Returns the reason of a failed delivery, and the remedy. */
export const deliveryMessage = (error: Error): string =>
  error instanceof NodeError && error.code === 'blocked' ? blockedMessage : error.message;

const blockedMessage =
  'You have blocked this content on your node. Lift the block on the Content page, then try again.';

export const pausedMessage = 'It comes when work in the background goes on, or when you ask for it.';

export const externalWalletMessage =
  'Your connected wallet holds this licence, and this node cannot sign in elsewhere for it. Open the content on a node where you sign in with that wallet, or buy with this node’s own wallet.';
