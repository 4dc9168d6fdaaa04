import { backoffMs } from '../../../core/concurrency/backoff.ts';
import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';
import { isOfChain, WrongChain, type Zerostate } from './chain-identity.ts';
import { ChainRefusal } from './chain-refusal.ts';
import { methodOf } from './response-limits.ts';
import type { ServiceCall } from './service-call.ts';
import { ResponseTooLong, type ServiceName, unavailable } from './unavailable.ts';

/** Time between two checks that a service answers for the right chain. */
const identityMs = 60 * 60 * 1000;
/** Pause in the use of a service that failed, if there are others; it doubles with each failure. */
const firstRestMs = 10_000;
const longestRestMs = 300_000;

/**
 * Returns whether an error is a failure of the service, and not a refusal of this request. A page of transactions may
 * be too long; the client then requests smaller ones.
 */
export function isFailure(error: unknown, body: string): boolean {
  if (!(error instanceof NodeError) || error.code !== 'chain_unavailable') return false;
  if (error instanceof ResponseTooLong) return methodOf(body) !== 'getTransactions';
  return !(error instanceof ChainRefusal || error instanceof WrongChain);
}

/** A chain service, which gets other requests only after it has shown that it belongs to the right chain. */
export class ChainEndpoint {
  readonly service: ServiceName;
  readonly url: string | null;
  readonly #call: Pick<ServiceCall, 'ask'>;
  readonly #zerostate: Zerostate | undefined;
  #checked: Promise<void> | undefined;
  #checkedAt = 0;
  #failures = 0;
  #restsUntil = 0;

  /** @param zerostate undefined: the chain of this node itself, which needs no check */
  constructor(
    call: Pick<ServiceCall, 'ask'>,
    {
      service,
      url,
      zerostate,
    }: { service: ServiceName; url: string | null; zerostate?: Zerostate | undefined },
  ) {
    this.#call = call;
    this.service = service;
    this.url = url;
    this.#zerostate = zerostate;
  }

  /** Whether the last request succeeded, or the pause after a failure is over. */
  get isHealthy(): boolean {
    return performance.now() >= this.#restsUntil;
  }

  /**
   * Sends a request.
   * @param body a JSON-RPC request
   * @throws ChainRefusal, WrongChain; NodeError `chain_unavailable`, `shutting_down`
   */
  async ask(body: string): Promise<object> {
    try {
      await this.#identify();
      const response = await this.#call.ask(body);
      this.#failures = 0;
      return response;
    } catch (error) {
      if (isFailure(error, body)) this.#pause();
      throw error;
    }
  }

  /**
   * Pauses the use of the service, whose chain is checked again then, because another program may answer at this
   * address.
   */
  #pause(): void {
    this.#failures += 1;
    this.#restsUntil = performance.now() + backoffMs(this.#failures, firstRestMs, longestRestMs);
    this.#checked = undefined;
  }

  async #identify(): Promise<void> {
    const expected = this.#zerostate;
    if (!expected) return;
    if (performance.now() - this.#checkedAt > identityMs) this.#checked = undefined;
    this.#checked ??= this.#check(expected);
    try {
      await this.#checked;
    } catch (error) {
      this.#checked = undefined;
      throw error;
    }
  }

  async #check(expected: Zerostate): Promise<void> {
    const body = { id: '1', jsonrpc: '2.0', method: 'getMasterchainInfo', params: {} };
    const response = (await this.#call.ask(JSON.stringify(body))) as { result?: unknown };
    const isRight = isOfChain(response.result, expected);
    if (isRight === undefined) throw unavailable(this.service, message('chain.answerInvalid'));
    if (!isRight) throw new WrongChain(this.service === 'embedded' ? this.service : this.service.host);
    this.#checkedAt = performance.now();
  }
}
