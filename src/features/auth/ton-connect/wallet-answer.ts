import { type TonProofInput, tonProof } from '../../../contract/node-api/auth.ts';
import type { FromWorker, Refusal } from './worker-messages.ts';

/** Readable reasons why a connection ended. */
export const reasons = {
  noProof: 'The wallet answered without a proof. Try again, or use another wallet.',
  otherPayload: 'The wallet signed something else than it was asked to. Try again.',
  endedInWallet: 'The connection was ended in the wallet.',
  crowdedOut: 'The connection was ended to make room for newer ones. Connect again.',
  failed: 'The wallet could not connect. Try again, or use another wallet.',
};

/** @param manifestUrl manifest that the wallet was to read */
export function refusalMessage(refusal: Refusal, manifestUrl: string): string {
  if (refusal === 'declined') return 'The connection was declined in the wallet.';
  if (refusal === 'other') return reasons.failed;
  return `The wallet could not read the manifest at ${manifestUrl}, which it fetches over the internet. Name one that it can reach: sign_in.manifest_url.`;
}

/** Returns the proof in a wallet's reply after checking only its form; undefined when there is none. */
export function proofOf({
  account,
  proof,
}: Pick<Extract<FromWorker, { type: 'wallet' }>, 'account' | 'proof'>): TonProofInput | undefined {
  const item = proof as { proof?: unknown } | undefined;
  return tonProof.safeParse({ account, ton_proof: item?.proof }).data;
}
