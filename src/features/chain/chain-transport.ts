/** What a service of the chain answered to one JSON-RPC request. */
export interface ChainAnswer {
  /** The HTTP status. */
  status: number;
  text: string;
  /** What the service asked to wait, where it did. */
  retryAfterMs?: number;
}

/**
 * Carries one JSON-RPC request of toncenter's API to the chain.
 * @param body JSON
 * Rejects where there is no answer.
 */
export type ChainTransport = (body: string, signal: AbortSignal) => Promise<ChainAnswer>;
