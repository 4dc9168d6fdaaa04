import { provesSession } from '@alcove/client';

/**
 * Checks that the responding program is the node that opened the session, because another program may have taken the
 * port.
 */
export class ServerProof {
  readonly #token: string;
  readonly #onForeign: () => void;
  #losses = 0;
  #provenLosses = 0;
  #asking: Promise<void> | undefined;

  /** @param onForeign called when another program responds */
  constructor(token: string, onForeign: () => void) {
    this.#token = token;
    this.#onForeign = onForeign;
  }

  /** Records that the connection was lost; the node must prove itself again. */
  lost(): void {
    this.#losses += 1;
  }

  /** Resolves once the node has proved itself. @throws without a response, or for another program */
  async ready(): Promise<void> {
    while (this.#provenLosses !== this.#losses) {
      this.#asking ??= this.#request().finally(() => {
        this.#asking = undefined;
      });
      await this.#asking;
    }
  }

  /** Fetches from the proven node only. */
  readonly fetch: typeof fetch = async (...request) => {
    await this.ready();
    try {
      return await globalThis.fetch(...request);
    } catch (error) {
      // An abort by the page does not mean that the connection was lost.
      if (!(error instanceof DOMException && error.name === 'AbortError')) this.lost();
      throw error;
    }
  };

  async #request(): Promise<void> {
    const losses = this.#losses;
    if (await provesSession('', this.#token)) {
      this.#provenLosses = losses;
      return;
    }
    this.#onForeign();
    throw new Error('another program answers');
  }
}
