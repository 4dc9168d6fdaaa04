import { provesSession } from '@alcove/client';

/**
 * Whether what answers at this page’s address is still the node that opened its session. Once the connection was lost,
 * another program may have taken the port: it gets neither a token nor a file before it has proved to be that node.
 */
export class ServerProof {
  readonly #token: string;
  readonly #onForeign: () => void;
  #losses = 0;
  #provenLosses = 0;
  #asking: Promise<void> | undefined;

  /** @param onForeign called where another program answers */
  constructor(token: string, onForeign: () => void) {
    this.#token = token;
    this.#onForeign = onForeign;
  }

  /** Notes that the connection was lost: the node has to prove itself again. */
  lost(): void {
    this.#losses += 1;
  }

  /** Resolves once the node has proved itself. @throws where nothing answers, or another program */
  async ready(): Promise<void> {
    while (this.#provenLosses !== this.#losses) {
      this.#asking ??= this.#ask().finally(() => {
        this.#asking = undefined;
      });
      await this.#asking;
    }
  }

  /** Fetches from the node alone. */
  readonly fetch: typeof fetch = async (...request) => {
    await this.ready();
    try {
      return await globalThis.fetch(...request);
    } catch (error) {
      // What the page itself breaks off says nothing about the node.
      if (!(error instanceof DOMException && error.name === 'AbortError')) this.lost();
      throw error;
    }
  };

  async #ask(): Promise<void> {
    const losses = this.#losses;
    if (await provesSession('', this.#token)) {
      this.#provenLosses = losses;
      return;
    }
    this.#onForeign();
    throw new Error('another program answers');
  }
}
