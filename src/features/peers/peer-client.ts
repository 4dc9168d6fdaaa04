import * as z from 'zod';
import {
  getNetworkInfo,
  type HandshakeRequest,
  type NodeInfo,
  nodeInfo,
  postHandshake,
} from '../../contract/node-api/peers.ts';
import type { Clock } from '../../core/clock.ts';
import type { Identity } from '../../crypto/identity.ts';
import { itIsTriedAgain } from '../../platform/net/failure-messages.ts';
import { PeerError } from '../../platform/net/failures.ts';
import type { AddressPolicy } from '../../platform/net/guarded/address-policy.ts';
import type { Resolve } from '../../platform/net/guarded/guarded-connection.ts';
import { guardedFetch, type JsonAnswer } from '../../platform/net/guarded/guarded-fetch.ts';
import { verifyProblem } from './handshake/handshake-problem.ts';
import { createRequest, type Description } from './handshake/handshake-request.ts';
import {
  type ResponseVerdict,
  type VerifiedResponse,
  verifyResponse,
} from './handshake/handshake-response.ts';
import { signedRefusal } from './refusals.ts';
import { clockOff } from './rounds/clock-off.ts';

const HANDSHAKE_TIMEOUT_MS = 10_000;
const INFO_TIMEOUT_MS = 5_000;

/** Who brought a host here decides which addresses it may have. */
export type Trust = keyof Pick<AddressPolicy, 'named' | 'proven' | 'learned'>;

export interface PeerClientOptions {
  identity: Identity;
  describe: () => NodeInfo;
  policy: AddressPolicy;
  resolve: Resolve;
  clock: Clock;
  /** Ends every request. */
  signal: AbortSignal;
}

export interface HandshakeResult extends VerifiedResponse {
  latencyMs: number;
  /** The node's time minus this computer's, good for a second or two. */
  clockOffsetMs: number;
}

const infoAnswer = nodeInfo.partial({ id: true });
const problemCode = z.object({ code: z.string().regex(/^[a-z_]{1,64}$/) });

/** Asks other nodes, and believes only what it could verify. */
export class PeerClient {
  readonly #options: PeerClientOptions;

  constructor(options: PeerClientOptions) {
    this.#options = options;
  }

  /**
   * Shakes hands with the node at an origin (protocol, sections 4 and 7).
   * @throws PeerError; `key_changed` carries the key that answered, with everything but the key verified
   */
  async handshake(host: string, trust: Trust, pinnedKey: string | undefined): Promise<HandshakeResult> {
    const { identity, clock } = this.#options;
    const request = createRequest(identity, this.#description(), { now: clock() });
    const body = JSON.stringify(request);
    const answer = await this.#ask(host, postHandshake.path, trust, HANDSHAKE_TIMEOUT_MS, body);
    if (answer.status !== 200) throw this.#refusal(body, answer, pinnedKey);
    const verified = this.#verified(request, answer, host, pinnedKey);
    return { ...verified, latencyMs: answer.latencyMs, clockOffsetMs: verified.time - clock() };
  }

  /**
   * Reads what the node at an origin says about itself, unsigned.
   * @throws PeerError
   */
  async info(host: string, trust: Trust): Promise<{ node: Omit<NodeInfo, 'id'>; latencyMs: number }> {
    const answer = await this.#ask(host, getNetworkInfo.path, trust, INFO_TIMEOUT_MS);
    const { data } = infoAnswer.safeParse(answer.status === 200 ? parseJson(answer.text) : undefined);
    if (!data) throw new PeerError('not_a_node');
    return { node: data, latencyMs: answer.latencyMs };
  }

  /** A private node says no more than it must: neither where it is nor how much it keeps. */
  #description(): Description {
    const { version, node_type, public_host, capabilities, metrics } = this.#options.describe();
    if (node_type === 'private') return { version, node_type, capabilities, metrics: {} };
    return { version, node_type, capabilities, metrics, ...(public_host ? { public_host } : {}) };
  }

  async #ask(
    origin: string,
    path: string,
    trust: Trust,
    timeoutMs: number,
    body?: string,
  ): Promise<JsonAnswer> {
    const { policy, resolve, signal } = this.#options;
    return guardedFetch({
      origin,
      path,
      guard: policy[trust],
      resolve,
      timeoutMs,
      signal,
      ...(body === undefined ? {} : { body }),
    });
  }

  #verified(
    request: HandshakeRequest,
    { text }: JsonAnswer,
    host: string,
    pinnedKey: string | undefined,
  ): VerifiedResponse {
    const { clock, identity } = this.#options;
    const verdict = verifyResponse(request, text, { now: clock(), expectedHost: host, pinnedKey });
    if ('answer' in verdict && verdict.answer.publicKey === identity.id) throw new PeerError('self');
    if (!verdict.ok) throw fromVerdict(verdict, clock());
    return verdict.answer;
  }

  /** Why a handshake was refused; a reason counts only when it is signed, by the pinned key if there is one. */
  #refusal(body: string, answer: JsonAnswer, pinnedKey: string | undefined): PeerError {
    const { clock, identity } = this.#options;
    const problem = verifyProblem(body, answer.text);
    if (problem && problem.server_public_key === (pinnedKey ?? problem.server_public_key)) {
      const isSelf = problem.code === 'self_handshake' && problem.server_public_key === identity.id;
      return isSelf ? new PeerError('self') : signedRefusal(problem, clock());
    }
    if (answer.status >= 500) {
      return new PeerError('unreachable', 'The node has trouble of its own or is busy.', {
        remedy: itIsTriedAgain,
      });
    }
    const stated = problemCode.safeParse(parseJson(answer.text));
    if (!stated.success) return new PeerError('not_a_node');
    return new PeerError('rejected', `The node refused the handshake (${stated.data.code}).`);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param now Unix milliseconds */
function fromVerdict(verdict: ResponseVerdict & { ok: false }, now: number): PeerError {
  switch (verdict.fault) {
    case 'malformed':
      return new PeerError('not_a_node');
    case 'stale_timestamp':
      return clockOff(now, verdict.time);
    case 'not_public':
      return new PeerError('invalid_answer', 'This is a private node; only public nodes can be joined.', {
        remedy: 'Add the address of a public node instead.',
      });
    case 'host_mismatch':
      return new PeerError('invalid_answer', `The node goes by another address. ${verdict.detail}`, {
        remedy: 'Add the node by its own address, if you expected this node.',
      });
    case 'key_changed':
      return new PeerError('key_changed', undefined, { offeredKey: verdict.answer.publicKey });
    default:
      return new PeerError('invalid_answer');
  }
}
