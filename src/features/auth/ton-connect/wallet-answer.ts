import type { Message } from '../../../contract/messages/message.ts';
import { type TonProofInput, tonProof } from '../../../contract/node-api/auth.ts';
import { message } from '../../../core/messages/message.ts';
import type { FromWorker, Refusal } from './worker-messages.ts';

/** @param manifestUrl manifest that the wallet was to read */
export function refusalMessage(refusal: Refusal, manifestUrl: string): Message {
  if (refusal === 'declined') return message('auth.connectDeclined');
  if (refusal === 'other') return message('auth.connectFailed');
  return message('auth.connectManifest', { url: manifestUrl });
}

/** Returns the proof in a wallet's reply after checking only its form; undefined when there is none. */
export function proofOf({
  account,
  proof,
}: Pick<Extract<FromWorker, { type: 'wallet' }>, 'account' | 'proof'>): TonProofInput | undefined {
  const item = proof as { proof?: unknown } | undefined;
  return tonProof.safeParse({ account, ton_proof: item?.proof }).data;
}
