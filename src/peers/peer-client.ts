import * as z from 'zod';
import {
  getNetworkInfo,
  type HandshakeRequest,
  type NodeInfo,
  nodeInfo,
  postHandshake,
} from '../contract/endpoints/network.ts';
import type { Clock } from '../core/clock.ts';
import type { Identity } from '../handshake/keys.ts';
import { verifyProblem } from '../handshake/problem.ts';
import { createRequest, type Description } from '../handshake/request.ts';
import { type ResponseVerdict, type VerifiedResponse, verifyResponse } from '../handshake/response.ts';
import type { AddressPolicy } from './address-policy.ts';
import { clockOff } from './clock-off.ts';
import { PeerError } from './failures.ts';
import type { Resolve } from './guarded-connection.ts';
import { guardedFetch, type JsonAnswer } from './guarded-fetch.ts';

const HANDSHAKE_TIMEOUT_MS = 10_000;
const INFO_TIMEOUT_MS = 5_000;

/** Who brought a host here decides which addresses it may have. */
export type Trust = keyof Pick<AddressPolicy, 'named' | 'learned'>;

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
    return { ...this.#verified(request, answer, host, pinnedKey), latencyMs: answer.latencyMs };
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
    if (!verdict.ok) throw fromVerdict(verdict);
    return verdict.answer;
  }

  /** Why a handshake was refused; a reason counts only when it is signed, by the pinned key if there is one. */
  #refusal(body: string, answer: JsonAnswer, pinnedKey: string | undefined): PeerError {
    const { clock, identity } = this.#options;
    const signed = verifyProblem(body, answer.text);
    const problem = signed && (pinnedKey ?? signed.server_public_key) === signed.server_public_key && signed;
    if (problem && problem.code === 'self_handshake' && problem.server_public_key === identity.id) {
      return new PeerError('self');
    }
    if (problem && problem.code === 'stale_timestamp') {
      const { timestamp } = problem;
      return clockOff(clock(), typeof timestamp === 'number' ? timestamp * 1000 : Date.parse(timestamp));
    }
    if (answer.status >= 500) {
      return new PeerError(
        'unreachable',
        'The node has trouble of its own or is busy. It is tried again later.',
      );
    }
    const stated = problemCode.safeParse(parseJson(answer.text));
    if (!stated.success) return new PeerError('not_a_node');
    return new PeerError(
      'rejected',
      `The node refused the handshake (${stated.data.code}). Update Alcove; if that does not help, ask the node’s owner.`,
    );
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fromVerdict(verdict: ResponseVerdict & { ok: false }): PeerError {
  switch (verdict.fault) {
    case 'malformed':
      return new PeerError('not_a_node');
    case 'stale_timestamp':
      return new PeerError('clock_off');
    case 'not_public':
      return new PeerError('invalid_answer', 'This is a private node; only public nodes can be joined.');
    case 'host_mismatch':
      return new PeerError(
        'invalid_answer',
        `The node goes by another address. ${verdict.detail} Use that address, if you expected this node.`,
      );
    case 'key_changed':
      return new PeerError('key_changed', undefined, { offeredKey: verdict.answer.publicKey });
    default:
      return new PeerError('invalid_answer');
  }
}
