import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';
import { methodOf } from './answer-limits.ts';
import { type ChainEndpoint, isFailure } from './chain-endpoint.ts';
import type { ServiceName } from './unavailable.ts';

/** One or several services that answer JSON-RPC requests. */
export interface Asked {
  /** The service that answered last. */
  readonly service: ServiceName;
  /** @throws as `ChainEndpoint.ask` */
  ask(body: string): Promise<object>;
}

/** Asks the first healthy of several services, and a second one that must confirm it. */
export class EndpointPool implements Asked {
  /** Asks other services than the one that answered last; fails with `chain_unavailable` if there is none. */
  readonly second: Asked;
  readonly #endpoints: readonly [ChainEndpoint, ...ChainEndpoint[]];
  #current: ChainEndpoint;

  constructor(endpoints: readonly [ChainEndpoint, ...ChainEndpoint[]]) {
    this.#endpoints = endpoints;
    this.#current = endpoints[0];
    this.second = this.#createSecond();
  }

  /** The URL that answered last. */
  get url(): string | null {
    return this.#current.url;
  }

  get service(): ServiceName {
    return this.#current.service;
  }

  /** Sends a JSON-RPC request to the first service that answers. */
  ask(body: string): Promise<object> {
    return this.#askOneOf(this.#endpoints, body, (endpoint) => {
      this.#current = endpoint;
    });
  }

  #createSecond(): Asked {
    let service = this.#current.service;
    return {
      get service() {
        return service;
      },
      ask: (body) => {
        const others = this.#endpoints.filter((endpoint) => endpoint !== this.#current);
        return this.#askOneOf(others, body, (endpoint) => {
          service = endpoint.service;
        });
      },
    };
  }

  async #askOneOf(
    endpoints: readonly ChainEndpoint[],
    body: string,
    onAsk: (endpoint: ChainEndpoint) => void,
  ): Promise<object> {
    const order = [...endpoints].sort((a, b) => Number(b.isHealthy) - Number(a.isHealthy));
    // A service may have accepted a message without an answer, so no other one gets it.
    const isMessage = methodOf(body).startsWith('sendBoc');
    let failure: unknown = new NodeError('chain_unavailable', message('chain.noSecondService'));
    for (const endpoint of order) {
      onAsk(endpoint);
      try {
        return await endpoint.ask(body);
      } catch (error) {
        failure = error;
        if (isMessage || !isFailure(error)) break;
      }
    }
    throw failure;
  }
}
