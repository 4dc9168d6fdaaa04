import { type ChainEndpoint, isFailure } from './chain-endpoint.ts';
import { methodOf } from './response-limits.ts';
import type { ServiceName } from './unavailable.ts';

/** One or several services that answer JSON-RPC requests. */
export interface JsonRpcService {
  /** The service that answered last. */
  readonly service: ServiceName;
  /** @throws as `ChainEndpoint.ask` */
  ask(body: string): Promise<object>;
}

/** Sends a call and returns its result, unchecked. @throws as `ChainEndpoint.ask` */
export async function resultOf(asked: JsonRpcService, method: string, params: object): Promise<unknown> {
  const response = await asked.ask(JSON.stringify({ id: '1', jsonrpc: '2.0', method, params }));
  return (response as { result?: unknown }).result;
}

export type Endpoints = readonly [ChainEndpoint, ...ChainEndpoint[]];

/** Sends requests to the first healthy one of several services. */
export class EndpointPool implements JsonRpcService {
  readonly endpoints: Endpoints;
  #current: ChainEndpoint;

  constructor(endpoints: Endpoints) {
    this.endpoints = endpoints;
    this.#current = endpoints[0];
  }

  /** The URL that answered last. */
  get url(): string | null {
    return this.#current.url;
  }

  get service(): ServiceName {
    return this.#current.service;
  }

  async ask(body: string): Promise<object> {
    const order = [...this.endpoints].sort((a, b) => Number(b.isHealthy) - Number(a.isHealthy));
    // A service may have accepted a message without a response, so no other one gets the message.
    const isMessage = methodOf(body).startsWith('sendBoc');
    let failure: unknown;
    for (const endpoint of order) {
      this.#current = endpoint;
      try {
        return await endpoint.ask(body);
      } catch (error) {
        failure = error;
        if (isMessage || !isFailure(error, body)) break;
      }
    }
    throw failure;
  }
}

/**
 * Divides services into those that answer and those that confirm, in turn, with all services of a host on one side. A
 * service on both sides could be asked to confirm its own response.
 * @returns undefined with fewer than two hosts
 */
export function divideByHost<T>(items: readonly T[], hostOf: (item: T) => string): [T[], T[]] | undefined {
  const hosts = [...new Set(items.map(hostOf))];
  if (hosts.length < 2) return undefined;
  const isSecond = (item: T) => hosts.indexOf(hostOf(item)) % 2 === 1;
  return [items.filter((item) => !isSecond(item)), items.filter(isSecond)];
}
