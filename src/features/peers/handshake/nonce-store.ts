/** How long nonces are remembered. */
export const rememberedSeconds = 600;

/**
 * Remembers the nonces of verified requests for 600 s, because timestamps are valid from 300 s before to 300 s after
 * now. A full store refuses new requests, because dropping entries early would allow replays.
 */
export interface NonceStore {
  /**
   * Remembers the nonce of a verified request, in one step, so that of two equal requests at once only one is fresh.
   * @param now Unix milliseconds
   * @returns `replayed` when this key used it in the last 600 s, `full` when no more can be remembered
   */
  remember(publicKey: string, nonce: string, now: number): Promise<'fresh' | 'replayed' | 'full'>;
}
