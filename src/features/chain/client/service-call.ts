import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import type { Message } from '../../../contract/messages/message.ts';
import { backoffMs, jittered } from '../../../core/concurrency/backoff.ts';
import { message } from '../../../core/messages/message.ts';
import { NodeError, shuttingDown } from '../../../core/node-error.ts';
import type { ChainResponse, ChainTransport } from '../chain-transport.ts';
import { ChainRefusal } from './chain-refusal.ts';
import { TooManyBytes } from './http-transport.ts';
import type { RequestPace } from './request-pace.ts';
import { isParsable, methodOf } from './response-limits.ts';
import { ResponseTooLong, type ServiceName, unavailable } from './unavailable.ts';

export interface CallLimits {
  pace: RequestPace;
  /** Maximum number of attempts per request. */
  attempts: number;
  /** Time limit of one attempt, including its whole response. */
  timeoutMs: number;
  /** Pause before the second attempt; it doubles for each further one. */
  firstPauseMs: number;
}

export interface ServiceCallOptions {
  transport: ChainTransport;
  limits: CallLimits;
  service: ServiceName;
  /** Aborted when the node shuts down. */
  closed: AbortSignal;
}

const envelope = z.union([
  z.looseObject({ ok: z.literal(true), result: z.unknown() }),
  z.looseObject({ ok: z.literal(false), error: z.string().catch('it did not say why') }),
]);
const longestPauseMs = 10_000;
const messageRefused = 'cannot apply external message';
/** Status with which toncenter forwards liteserver errors if it is not 500. */
const ofLiteserver = 542;
/** Error messages of unavailable or outdated back ends, with which a request may succeed later. */
const backEndTrouble = /^(LITE_SERVER_(NETWORK|NOTREADY)|NO_LITE_SERVERS|CANCELLED)/;

/** Outcome of one attempt. */
type Outcome = { response: object } | { error: Error; again: boolean };

/** Sends requests to a chain service and retries when it is busy, unreachable or faulty. */
export class ServiceCall {
  readonly #options: ServiceCallOptions;

  constructor(options: ServiceCallOptions) {
    this.#options = options;
  }

  /**
   * Sends a request.
   * @param body a JSON-RPC request
   * @returns toncenter's response, with `ok: true`
   * @throws ChainRefusal; NodeError `chain_unavailable`; `shutting_down`
   */
  async ask(body: string): Promise<object> {
    // A message is sent only once, because the service may have accepted it without a response.
    const isMessage = methodOf(body).startsWith('sendBoc');
    const { limits } = this.#options;
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#attempt(body, isMessage);
      if ('response' in outcome) return outcome.response;
      if (!outcome.again || attempt >= limits.attempts) throw outcome.error;
      const ms = jittered(backoffMs(attempt, limits.firstPauseMs, longestPauseMs));
      await this.#unlessClosed((signal) => pause(ms, undefined, { signal }));
    }
  }

  async #attempt(body: string, isMessage: boolean): Promise<Outcome> {
    const { transport, limits, closed } = this.#options;
    if (!(await this.#unlessClosed((closing) => limits.pace.turn(closing)))) {
      return { error: this.#unavailable(message('chain.tooManyWaiting')), again: false };
    }
    const signal = AbortSignal.any([closed, AbortSignal.timeout(limits.timeoutMs)]);
    try {
      return this.#judge(await transport(body, signal), isMessage);
    } catch (error) {
      if (closed.aborted) throw shuttingDown();
      if (error instanceof NodeError) return { error, again: false };
      if (error instanceof TooManyBytes) return { error: this.#tooLong(), again: false };
      return { error: this.#unavailable(describeFailure(error), isMessage), again: !isMessage };
    }
  }

  #judge({ status, text, retryAfterMs = 0 }: ChainResponse, isMessage: boolean): Outcome {
    if (status === 429) {
      this.#options.limits.pace.rest(retryAfterMs);
      return { error: this.#unavailable(message('chain.requestLimit')), again: true };
    }
    if (status === 401 || status === 403) {
      const error = this.#unavailable(message('chain.keyRefused', { status }));
      return { error, again: false };
    }
    if (!isParsable(text)) return { error: this.#tooLong(), again: false };
    const response = envelopeIn(text);
    if (response?.ok && status === 200) return { response };
    const words = response?.ok === false ? response.error : undefined;
    const isBackEnd = words !== undefined && backEndTrouble.test(words);
    const again = (status >= 500 || isBackEnd) && !isMessage;
    if (isBackEnd) return { error: this.#unavailable(message('chain.serviceOffline'), isMessage), again };
    // Only these errors prove that a message was not accepted.
    const isRefusal =
      isMessage && status >= 500 ? words?.includes(messageRefused) : status <= 500 || status === ofLiteserver;
    if (words !== undefined && isRefusal) return { error: new ChainRefusal(status, words), again };
    const trouble = message(status >= 500 ? 'chain.serviceError' : 'chain.answerInvalidStatus', { status });
    return { error: this.#unavailable(trouble, isMessage), again };
  }

  async #unlessClosed<T>(wait: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { closed } = this.#options;
    try {
      closed.throwIfAborted();
      return await wait(closed);
    } catch (error) {
      throw closed.aborted ? shuttingDown() : error;
    }
  }

  readonly #tooLong = () => new ResponseTooLong(this.#options.service);

  #unavailable(why: Message, isMessage = false): NodeError {
    const outcome = message('chain.sendUncertain');
    const text = isMessage ? message('general.both', { first: why, second: outcome }) : why;
    return unavailable(this.#options.service, text);
  }
}

function envelopeIn(text: string): z.output<typeof envelope> | undefined {
  try {
    return envelope.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Describes why a request failed, without the system's message, which may repeat the request. */
function describeFailure(error: unknown): Message {
  const { name, cause } = error as { name?: string; cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') return message('chain.timeout');
  switch (cause?.code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return message('chain.nameNotFound');
    case 'ECONNREFUSED':
      return message('chain.connectionRefused');
    default:
      return message('chain.connectionLost');
  }
}
