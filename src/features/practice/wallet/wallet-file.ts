import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';
import { writePrivateFile } from '../../../core/data-folder/secrets.ts';
import { signedTransfer } from './wallet-transfers.ts';

const walletMessage = z.object({
  address: z.string(),
  amount: z.string(),
  payload: z.string().optional(),
});

const session = z.object({
  keys: z.object({ publicKey: z.string(), secretKey: z.string() }),
  /** The session of the app. */
  app: z.string(),
  /** The host for which the wallet was proven. */
  host: z.string(),
  /** Ids of its last requests, because the bridge can deliver a message twice. */
  handled: z.array(z.string()).default([]),
});
export type WalletSession = z.infer<typeof session>;

const request = z.object({
  id: z.string(),
  /** The session of the wallet, and the id that its app gave the request. */
  session: z.string(),
  rpc: z.string(),
  messages: z.array(walletMessage),
  valid_until: z.int(),
});
export type WalletRequest = z.infer<typeof request>;

const stored = z.object({
  /** 32 bytes, base64. */
  seed: z.string(),
  port: z.int().default(0),
  sessions: z.array(session).default([]),
  requests: z.array(request).default([]),
  transfer: signedTransfer.optional(),
  /** Purposes of executed transfers, for those that must not be repeated. */
  done: z.array(z.string()).default([]),
});
type StoredWallet = z.output<typeof stored>;

/** A wallet in a file that only its user can read; every change is one atomic write. */
export class WalletFile {
  readonly #path: string;
  #value: StoredWallet;

  /** Opens the file, or creates it with a new key. @throws Error when it is damaged */
  constructor(path: string) {
    this.#path = path;
    this.#value = readStored(path) ?? stored.parse({ seed: randomBytes(32).toString('base64') });
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.change({});
  }

  get value(): Readonly<StoredWallet> {
    return this.#value;
  }

  get seed(): Buffer {
    return Buffer.from(this.#value.seed, 'base64');
  }

  change(changes: Partial<StoredWallet>): void {
    const next = { ...this.#value, ...changes };
    writePrivateFile(this.#path, JSON.stringify(next));
    this.#value = next;
  }
}

function readStored(path: string): StoredWallet | undefined {
  try {
    return stored.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
