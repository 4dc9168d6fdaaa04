import type { Transaction } from '@ton/core';

/** Returns whether the contract bounced the money; a wallet without code fails without a bounce and keeps it. */
export const wasSentBack = ({ description }: Transaction): boolean =>
  description.type === 'generic' && description.bouncePhase != null;

/** Returns whether the contract executed the message. */
export const wasAccepted = ({ description }: Transaction): boolean =>
  description.type === 'generic' && !description.aborted;
