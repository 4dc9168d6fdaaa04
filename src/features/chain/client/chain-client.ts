import type { Cell } from '@ton/core';
import type { TonClient } from '@ton/ton';
import type { Settings } from '../../../contract/settings.ts';
import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';
import { SettingsError } from '../../../core/settings.ts';
import type { ChainTransport } from '../chain-transport.ts';
import { checkResultCells, readTransactions } from './bounded-reads.ts';
import { ChainEndpoint } from './chain-endpoint.ts';
import { type Zerostate, zerostateIn } from './chain-identity.ts';
import { readConfigParameter } from './config-parameter.ts';
import {
  divideByHost,
  EndpointPool,
  type Endpoints,
  type JsonRpcService,
  resultOf,
} from './endpoint-pool.ts';
import { httpTransport } from './http-transport.ts';
import { RequestPace } from './request-pace.ts';
import { type CallLimits, ServiceCall } from './service-call.ts';
import { probeOf, type ServiceProbe } from './service-probe.ts';
import { type ServiceName, unavailable } from './unavailable.ts';
import { withNodeErrors } from './with-node-errors.ts';

type TonClientParameters = ConstructorParameters<typeof TonClient>[0];
type HttpAdapter = NonNullable<TonClientParameters['httpAdapter']>;

export interface ChainClientOptions {
  network: Exclude<Settings['chain']['network'], 'off'>;
  /** URLs of toncenter's JSON-RPC, the preferred one first; default: the public service of the network. */
  endpoints?: readonly string[] | undefined;
  /** Key for the first endpoint; others never get it. */
  apiKey?: string | undefined;
  /**
   * Requests per second to each endpoint; default: the limits of toncenter's plans, and no limit for other services.
   */
  requestsPerSecond?: number | undefined;
  /** Identifies the chain; services of another chain get no requests. */
  zerostate?: Zerostate | undefined;
  /** Number of endpoints that must agree. */
  quorum?: 1 | 2 | undefined;
  /** The node's own embedded chain, used instead of an endpoint. */
  embedded?: ChainTransport | undefined;
  limits?: Partial<Omit<CallLimits, 'pace'>>;
}

/** Access to the chain, whether embedded or remote. */
export interface ChainClient {
  /** Throws `ChainRefusal` or NodeError `chain_unavailable`; failed get-methods throw the errors of TonClient. */
  ton: TonClient;
  /** Another endpoint, which has to confirm the responses of `ton`; undefined with a quorum of 1. */
  second: TonClient | undefined;
  /** Returns the hashes of the chain's first state, which identify it. @throws NodeError `chain_unavailable` */
  zerostate(): Promise<Zerostate>;
  /**
   * Reads a parameter of the chain's configuration, on which the endpoints that must agree have to agree.
   * @throws NodeError `chain_unavailable`
   */
  configParameter(number: number): Promise<Cell>;
  /** All endpoints, for requests to one of them: first those that answer, then those that confirm. */
  services: readonly ServiceProbe[];
  /** Returns the endpoint in use. */
  endpoint(): string | null;
  /** Aborts pending requests with `shutting_down`. */
  close(): void;
}

const publicEndpoints = {
  testnet: ['https://testnet.toncenter.com/api/v2/jsonRPC'],
  mainnet: ['https://toncenter.com/api/v2/jsonRPC'],
  embedded: [],
} as const;
/** Limit of waiting requests, because more would wait too long. */
const maxWaiting = 30;

/**
 * Creates a `TonClient` with rate limiting, retries and readable errors. Loads the client library, which takes a while.
 * @throws SettingsError when an endpoint or the key cannot be used
 */
export async function createChainClient(options: ChainClientOptions): Promise<ChainClient> {
  const closing = new AbortController();
  const [pool, second] = openPools(options, closing.signal);
  const { TonClient: Client } = await import('@ton/ton');
  const connect = (asked: JsonRpcService) => {
    const client = new Client({ endpoint: 'http://chain.invalid/', httpAdapter: adapterOf(asked) });
    return withNodeErrors(withBounds(client, asked), asked);
  };
  return {
    ton: connect(pool),
    second: second && connect(second),
    zerostate: async () => {
      const found = zerostateIn(await resultOf(pool, 'getMasterchainInfo', {}));
      if (found) return found;
      throw unavailable(pool.service, message('chain.answerInvalid'));
    },
    configParameter: (number) => readConfigParameter(pool, second, number),
    services: [pool, second].flatMap((side) => side?.endpoints.map(probeOf) ?? []),
    endpoint: () => pool.url,
    close: () => closing.abort(),
  };
}

/**
 * Opens the services that answer, and with a quorum of 2 those that confirm.
 * @throws SettingsError, NodeError `chain_unavailable`
 */
function openPools(
  options: ChainClientOptions,
  closed: AbortSignal,
): [EndpointPool, EndpointPool | undefined] {
  const { network, embedded, zerostate, quorum = 1 } = options;
  const open = (transport: ChainTransport, url: string | null, service: ServiceName, limits: CallLimits) =>
    new ChainEndpoint(new ServiceCall({ transport, limits, service, closed }), { service, url, zerostate });
  if (embedded) {
    // Retries are useless on the embedded chain because no network lies in between.
    const limits = limitsOf(options, Number.POSITIVE_INFINITY, 1);
    return [new EndpointPool([open(embedded, null, 'embedded', limits)]), undefined];
  }
  const urls: readonly string[] = options.endpoints?.length ? options.endpoints : publicEndpoints[network];
  const sides = quorum === 2 ? divideByHost(urls, hostOf) : [urls];
  if (!sides) throw new SettingsError('chain.quorumTooLarge');
  const [pool, second] = sides.map((side) => {
    const opened = side.map((url) => {
      const host = hostOf(url);
      const key = url === urls[0] ? checkedKey(options.apiKey) : undefined;
      const rate = options.requestsPerSecond ?? usualRate(host, key);
      return open(httpTransport(url, key), url, { host }, limitsOf(options, rate, side.length > 1 ? 2 : 4));
    });
    if (!isSome(opened)) throw new NodeError('chain_unavailable', 'chain.embeddedNotRunning');
    return new EndpointPool(opened);
  });
  return [pool as EndpointPool, second];
}

const isSome = (opened: readonly ChainEndpoint[]): opened is Endpoints => opened.length > 0;

/** Returns the requests per second of toncenter's plans; the owner's own service sets its own limit. */
function usualRate(host: string, apiKey: string | undefined): number {
  if (!/(^|\.)toncenter\.com$/.test(host)) return Number.POSITIVE_INFINITY;
  return apiKey === undefined ? 1 : 10;
}

const limitsOf = ({ limits = {} }: ChainClientOptions, rate: number, attempts: number): CallLimits => ({
  pace: new RequestPace(rate, maxWaiting),
  attempts,
  timeoutMs: 20_000,
  firstPauseMs: 500,
  ...limits,
});

/** Replaces the methods that would need unlimited time or memory for large responses. */
function withBounds(client: TonClient, asked: JsonRpcService): TonClient {
  const call = (method: string, params: object) => resultOf(asked, method, params);
  const stateOf = client.getContractState.bind(client);
  client.getContractState = async (address) => notBelowNothing(await stateOf(address));
  client.getTransactions = (address, options) => readTransactions(call, asked.service, address, options);
  return client;
}

type ContractState = Awaited<ReturnType<TonClient['getContractState']>>;

/** Replaces the balance -1 that toncenter and tonlib may report for a missing account. */
const notBelowNothing = (state: ContractState): ContractState =>
  state.balance < 0n ? { ...state, balance: 0n } : state;

/** Adapts our transport to the axios requests that the client prepares. */
const adapterOf =
  (asked: JsonRpcService): HttpAdapter =>
  async (config) => {
    const data = await asked.ask(String(config.data));
    checkResultCells(data);
    return { data, status: 200, statusText: 'OK', headers: {}, config };
  };

/** @throws SettingsError */
function hostOf(endpoint: string): string {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new SettingsError('chain.endpointInvalid');
  }
  return url.host;
}

/** @throws SettingsError whose message does not contain the key */
function checkedKey(apiKey: string | undefined): string | undefined {
  if (apiKey === undefined || /^[\x21-\x7e]+$/.test(apiKey)) return apiKey;
  throw new SettingsError('chain.keyInvalid');
}
