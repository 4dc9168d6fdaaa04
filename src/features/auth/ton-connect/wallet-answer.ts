import * as z from 'zod';
import type { Message } from '../../../contract/messages/message.ts';
import { type TonProofInput, tonProof } from '../../../contract/node-api/auth.ts';
import { message } from '../../../core/messages/message.ts';
import type { FromWorker, Refusal } from './worker-messages.ts';

/** Abilities of a connected wallet. */
export interface WalletFeatures {
  /** Maximum number of messages in one transaction. */
  maxMessages: number;
  /** Whether the wallet signs texts and other data. */
  signsData: boolean;
}

const featureList = z
  .array(
    z.union([
      z.object({ name: z.literal('SendTransaction'), maxMessages: z.int().min(1).max(255) }),
      z.object({ name: z.literal('SignData') }),
      z.unknown().transform(() => undefined),
    ]),
  )
  .max(100);

/** Reads the features that a wallet states, which may be malformed; every wallet sends at least one message. */
export function featuresOf(stated: unknown): WalletFeatures {
  const features = featureList.safeParse(stated).data ?? [];
  const counts = features.flatMap((feature) =>
    feature && 'maxMessages' in feature ? feature.maxMessages : 1,
  );
  return {
    maxMessages: Math.max(1, ...counts),
    signsData: features.some((feature) => feature?.name === 'SignData'),
  };
}

/** @param manifestUrl manifest that the wallet was to read */
export function refusalMessage(refusal: Refusal, manifestUrl: string): Message {
  if (refusal === 'declined') return message('auth.connectDeclined');
  if (refusal === 'other') return message('auth.connectFailed');
  return message('auth.connectManifest', { url: manifestUrl });
}

/** Returns the proof in a wallet's reply, of which only the form is checked; undefined when there is none. */
export function proofOf({
  account,
  proof,
}: Pick<Extract<FromWorker, { type: 'wallet' }>, 'account' | 'proof'>): TonProofInput | undefined {
  const item = proof as { proof?: unknown } | undefined;
  return tonProof.safeParse({ account, ton_proof: item?.proof }).data;
}
