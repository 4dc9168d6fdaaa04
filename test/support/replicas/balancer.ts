import { type AlcoveClient, createAlcoveClient } from '../../../client/index.ts';
import { fetchAfterTimers } from '../node/start-test-node.ts';

/** The origins of replicas that can be asked. */
export class Balancer {
  readonly #origins = new Set<string>();
  /** Requests that got no answer. */
  unanswered = 0;

  add(origin: string): void {
    this.#origins.add(origin);
  }

  remove(origin: string): void {
    this.#origins.delete(origin);
  }

  /** Returns a client each of whose requests goes to any of the replicas. */
  client(token: string): AlcoveClient {
    return createAlcoveClient({ url: 'http://cluster.test', token, fetch: this.#fetch });
  }

  readonly #fetch: typeof fetch = async (input, init) => {
    const origins = [...this.#origins];
    const origin = origins[Math.floor(Math.random() * origins.length)];
    if (origin === undefined) throw new TypeError('no replica');
    try {
      return await fetchAfterTimers(String(input).replace('http://cluster.test', origin), init);
    } catch (error) {
      this.unanswered += 1;
      throw error;
    }
  };
}
