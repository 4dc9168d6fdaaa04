/** Time limit for a renewed link, in milliseconds. */
const renewalMs = 15_000;

/** Loads parts of a book's file, and requests another link when the link has expired. */
export class BookBytes {
  #url: string;
  readonly #onStale: () => void;
  #renewed: (() => void)[] = [];

  constructor(url: string, onStale: () => void) {
    this.#url = url;
    this.#onStale = onStale;
  }

  relink(url: string): void {
    this.#url = url;
    for (const go of this.#renewed.splice(0)) go();
  }

  async load(from: number, length: number): Promise<Uint8Array> {
    const bytes = await this.#request(from, length);
    if (bytes) return bytes;
    const renewed = new Promise<void>((resolve) => {
      this.#renewed.push(resolve);
      setTimeout(resolve, renewalMs);
    });
    this.#onStale();
    await renewed;
    const again = await this.#request(from, length);
    if (!again) throw new Error('the bytes cannot be loaded');
    return again;
  }

  async #request(from: number, length: number): Promise<Uint8Array | undefined> {
    const headers = { Range: `bytes=${from}-${from + length - 1}` };
    const response = await fetch(this.#url, { headers }).catch(() => undefined);
    // Responses of any other status do not contain the requested bytes.
    if (response?.status !== 206) return undefined;
    return new Uint8Array(await response.arrayBuffer());
  }
}
