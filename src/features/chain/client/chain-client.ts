import type { TonClient } from '@ton/ton';
import type { Settings } from '../../../contract/settings.ts';
import { NodeError } from '../../../core/node-error.ts';
import { SettingsError } from '../../../core/settings.ts';
import type { ChainTransport } from '../chain-transport.ts';
import { httpTransport } from './http-transport.ts';
import { withPlainErrors } from './plain-errors.ts';
import { RequestPace } from './request-pace.ts';
import { type CallLimits, ServiceCall } from './service-call.ts';
import type { ServiceName } from './unavailable.ts';

type TonClientParameters = ConstructorParameters<typeof TonClient>[0];
type HttpAdapter = NonNullable<TonClientParameters['httpAdapter']>;

export interface ChainClientOptions {
  network: Exclude<Settings['chain']['network'], 'off'>;
  /** URL of toncenter's JSON-RPC; defaults to the public service of the network. */
  endpoint?: string | undefined;
  apiKey?: string | undefined;
  /** The node's own embedded chain, used instead of an endpoint. */
  embedded?: ChainTransport | undefined;
  limits?: Partial<Omit<CallLimits, 'pace'>> & { requestsPerSecond?: number };
}

/** Access to the chain, whether embedded or remote. */
export interface ChainClient {
  /** Throws `ChainRefusal` or NodeError `chain_unavailable`; failed get-methods throw the errors of TonClient. */
  ton: TonClient;
  /** The endpoint in use. */
  endpoint: string | null;
  /** Aborts pending requests with `shutting_down`. */
  close(): void;
}

const publicEndpoints = {
  testnet: 'https://testnet.toncenter.com/api/v2/jsonRPC',
  mainnet: 'https://toncenter.com/api/v2/jsonRPC',
  embedded: undefined,
} as const;
/** Limits the queue, because requests behind more than this would wait too long. */
const maxWaiting = 30;

/**
 * Creates a `TonClient` with rate limiting, retries and readable errors. Loads the client library, which takes a while.
 * @throws SettingsError when the endpoint or the key cannot be used
 */
export async function createChainClient(options: ChainClientOptions): Promise<ChainClient> {
  const { network, embedded, apiKey } = options;
  const endpoint = options.endpoint ?? publicEndpoints[network];
  const closing = new AbortController();
  const service: ServiceName = embedded ? 'embedded' : { host: hostOf(endpoint) };
  const call = new ServiceCall({
    transport: embedded ?? httpTransport(endpoint ?? '', checkedKey(apiKey)),
    limits: limitsOf(options),
    service,
    closed: closing.signal,
  });
  const { TonClient: Client } = await import('@ton/ton');
  const client = new Client({
    endpoint: endpoint ?? 'http://embedded.invalid/',
    httpAdapter: adapterOf(call),
  });
  const stateOf = client.getContractState.bind(client);
  client.getContractState = async (address) => notBelowNothing(await stateOf(address));
  return { ton: withPlainErrors(client, service), endpoint: endpoint ?? null, close: () => closing.abort() };
}

type ContractState = Awaited<ReturnType<TonClient['getContractState']>>;

/** Replaces the balance -1 that toncenter and tonlib may report for a missing account. */
const notBelowNothing = (state: ContractState): ContractState =>
  state.balance < 0n ? { ...state, balance: 0n } : state;

function limitsOf({ network, embedded, apiKey, limits = {} }: ChainClientOptions): CallLimits {
  const { requestsPerSecond, ...rest } = limits;
  const allowed = network === 'embedded' ? Number.POSITIVE_INFINITY : apiKey === undefined ? 1 : 10;
  return {
    pace: new RequestPace(requestsPerSecond ?? allowed, maxWaiting),
    // Retries are useless on the embedded chain because no network lies in between.
    attempts: embedded ? 1 : 4,
    timeoutMs: 20_000,
    firstPauseMs: 500,
    ...rest,
  };
}

/** Adapts our transport to the axios requests that the client prepares. */
const adapterOf =
  (call: ServiceCall): HttpAdapter =>
  async (config) => ({
    data: await call.ask(String(config.data)),
    status: 200,
    statusText: 'OK',
    headers: {},
    config,
  });

/** @throws SettingsError */
function hostOf(endpoint: string | undefined): string {
  if (endpoint === undefined) throw new NodeError('chain_unavailable', 'chain.embeddedNotRunning');
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
