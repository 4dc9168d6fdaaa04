import * as z from 'zod';
import {
  getNetworkInfo,
  type HandshakeRequest,
  type NodeInfo,
  nodeInfo,
  postHandshake,
} from '../../contract/node-api/peers.ts';
import type { Clock } from '../../core/clock.ts';
import { message } from '../../core/messages/message.ts';
import { parseJson } from '../../core/parse-json.ts';
import type { Identity } from '../../crypto/identity.ts';
import { PeerError } from '../../platform/net/failures/peer-error.ts';
import type { ConnectionPolicy, HostTrust } from '../../platform/net/guarded/address-policy.ts';
import { guardedFetch } from '../../platform/net/guarded/guarded-fetch.ts';
import type { SendResponse } from '../../platform/net/guarded/guarded-send.ts';
import { clockOffError, rejectionError } from './failures/handshake-rejection.ts';
import { verifyProblem } from './handshake/handshake-problem.ts';
import { createRequest, type Description } from './handshake/handshake-request.ts';
import {
  type ResponseVerdict,
  type VerifiedResponse,
  verifyResponse,
} from './handshake/handshake-response.ts';

const handshakeTimeoutMs = 10_000;
const infoTimeoutMs = 5_000;

export interface PeerClientOptions {
  identity: Identity;
  describe: () => NodeInfo;
  connection: ConnectionPolicy;
  clock: Clock;
  /** Aborts every request. */
  signal: AbortSignal;
}

export interface HandshakeResult extends VerifiedResponse {
  latencyMs: number;
  /** The node's time minus this computer's, accurate to a second or two. */
  clockOffsetMs: number;
}

const infoAnswer = nodeInfo.partial({ id: true });
const problemCode = z.object({ code: z.string().regex(/^[a-z_]{1,64}$/) });

/** Sends requests to other nodes and returns only verified responses. */
export class PeerClient {
  readonly #options: PeerClientOptions;

  constructor(options: PeerClientOptions) {
    this.#options = options;
  }

  /**
   * Shakes hands with the node at an origin.
   * @throws PeerError; `key_changed` carries the key that answered, with everything else verified
   */
  async handshake(host: string, trust: HostTrust, pinnedKey: string | undefined): Promise<HandshakeResult> {
    const { identity, clock } = this.#options;
    const request = createRequest(identity, this.#description(), { now: clock() });
    const body = JSON.stringify(request);
    const response = await this.#request(host, postHandshake.path, trust, handshakeTimeoutMs, body);
    if (response.status !== 200) throw this.#refusal(body, response, pinnedKey);
    const verified = this.#verified(request, response, host, pinnedKey);
    return { ...verified, latencyMs: response.latencyMs, clockOffsetMs: verified.time - clock() };
  }

  /** Returns the unsigned description of the node at an origin. @throws PeerError */
  async info(host: string, trust: HostTrust): Promise<{ node: Omit<NodeInfo, 'id'>; latencyMs: number }> {
    const response = await this.#request(host, getNetworkInfo.path, trust, infoTimeoutMs);
    const { data } = infoAnswer.safeParse(response.status === 200 ? parseJson(response.text) : undefined);
    if (!data) throw new PeerError('not_a_node');
    return { node: data, latencyMs: response.latencyMs };
  }

  /** Describes this node; a private one states neither its address nor how much it stores. */
  #description(): Description {
    const { version, node_type, public_host, capabilities, metrics } = this.#options.describe();
    if (node_type === 'private') return { version, node_type, capabilities, metrics: {} };
    return { version, node_type, capabilities, metrics, ...(public_host ? { public_host } : {}) };
  }

  async #request(
    origin: string,
    path: string,
    trust: HostTrust,
    timeoutMs: number,
    body?: string,
  ): Promise<SendResponse> {
    const {
      connection: { guards, resolve },
      signal,
    } = this.#options;
    return guardedFetch({
      origin,
      path,
      guard: guards[trust],
      resolve,
      timeoutMs,
      signal,
      ...(body === undefined ? {} : { body }),
    });
  }

  #verified(
    request: HandshakeRequest,
    { text }: SendResponse,
    host: string,
    pinnedKey: string | undefined,
  ): VerifiedResponse {
    const { clock, identity } = this.#options;
    const verdict = verifyResponse(request, text, { now: clock(), expectedHost: host, pinnedKey });
    if ('answer' in verdict && verdict.answer.publicKey === identity.id) throw new PeerError('self');
    if (!verdict.ok) throw fromVerdict(verdict, clock());
    return verdict.answer;
  }

  /** Returns the reason of a refused handshake; it must be signed, by the pinned key if there is one. */
  #refusal(body: string, answer: SendResponse, pinnedKey: string | undefined): PeerError {
    const { clock, identity } = this.#options;
    const problem = verifyProblem(body, answer.text);
    if (problem && problem.server_public_key === (pinnedKey ?? problem.server_public_key)) {
      const isSelf = problem.code === 'self_handshake' && problem.server_public_key === identity.id;
      return isSelf ? new PeerError('self') : rejectionError(problem, clock());
    }
    if (answer.status >= 500) {
      return new PeerError('unreachable', 'peers.internalErrorOrBusy', { remedy: 'peers.retried' });
    }
    const stated = problemCode.safeParse(parseJson(answer.text));
    if (!stated.success) return new PeerError('not_a_node');
    return new PeerError('rejected', message('peers.rejectedFor', { code: stated.data.code }));
  }
}

/** Returns the error for a rejected response. `now`: Unix milliseconds. */
function fromVerdict(verdict: ResponseVerdict & { ok: false }, now: number): PeerError {
  switch (verdict.fault) {
    case 'malformed':
      return new PeerError('not_a_node');
    case 'stale_timestamp':
      return clockOffError(now, verdict.time);
    case 'not_public':
      return new PeerError('invalid_answer', 'peers.privateNode', { remedy: 'peers.privateNodeRemedy' });
    case 'host_mismatch':
      return new PeerError(
        'invalid_answer',
        verdict.statedHost === undefined
          ? 'peers.noAddress'
          : message('peers.otherAddress', { host: verdict.statedHost }),
        { remedy: 'peers.otherAddressRemedy' },
      );
    case 'key_changed':
      return new PeerError('key_changed', undefined, { offeredKey: verdict.answer.publicKey });
    default:
      return new PeerError('invalid_answer');
  }
}
