/** Response of a chain service to one JSON-RPC request. */
export interface ChainResponse {
  /** The HTTP status. */
  status: number;
  text: string;
  /** The delay that the service requested, if any. */
  retryAfterMs?: number;
}

/**
 * Sends one JSON-RPC request of toncenter's API to the chain. Rejects when there is no response.
 * @param body JSON
 */
export type ChainTransport = (body: string, signal: AbortSignal) => Promise<ChainResponse>;
