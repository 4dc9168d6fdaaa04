import type { IStorage } from '@tonconnect/sdk';
import type { SdkState } from './worker-messages.ts';

const connectionKey = 'ton-connect-storage_bridge-connection';

/** Keeps the SDK's storage of one connection in memory, and sends all of it to the main thread after each change. */
export class SessionStorage implements IStorage {
  readonly #items: Map<string, string>;
  readonly #onChange: (state: SdkState) => void;

  constructor(state: SdkState, onChange: (state: SdkState) => void) {
    this.#items = new Map(Object.entries(state));
    this.#onChange = onChange;
  }

  /** The session key of the connected wallet in hex; undefined before one has replied. */
  get walletKey(): string | undefined {
    const stored = this.#items.get(connectionKey);
    if (stored === undefined) return undefined;
    return (JSON.parse(stored) as { session?: { walletPublicKey?: string } }).session?.walletPublicKey;
  }

  async getItem(key: string): Promise<string | null> {
    return this.#items.get(key) ?? null;
  }

  async setItem(key: string, value: string): Promise<void> {
    if (this.#items.get(key) === value) return;
    this.#items.set(key, value);
    this.#emitState();
  }

  async removeItem(key: string): Promise<void> {
    if (this.#items.delete(key)) this.#emitState();
  }

  #emitState(): void {
    this.#onChange(Object.fromEntries(this.#items));
  }
}
