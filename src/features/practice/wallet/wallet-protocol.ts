import { Base64, hexToByteArray, SessionCrypto } from '@tonconnect/protocol';
import * as z from 'zod';
import type { TonProofInput } from '../../../contract/node-api/auth.ts';
import { parseJson } from '../../../core/parse-json.ts';

/** The part of a connection request that a wallet reads; `r` of a link contains it. */
const connectRequest = z.object({
  // The page shows the host, which has at most 253 characters in the DNS.
  manifestUrl: z.url({ protocol: /^https?$/, hostname: /^.{1,253}$/ }).max(2048),
  items: z
    .array(
      z.union([
        z.object({ name: z.literal('ton_proof'), payload: z.string().max(256) }),
        z.object({ name: z.string().max(64) }),
      ]),
    )
    .max(8),
});
type ConnectRequest = z.infer<typeof connectRequest>;

const link = z.object({
  id: z.stringFormat('client', /^[0-9a-f]{64}$/),
  r: z.string().max(8192).transform(parseJson).pipe(connectRequest),
});

/** A connection link, as a wallet app reads it from a QR code. */
export interface ConnectLink {
  /** The session of the app. */
  app: string;
  request: ConnectRequest;
}

/** Reads the query of a connection link; undefined for any other query. */
export function readConnectLink(query: Readonly<Record<string, string>>): ConnectLink | undefined {
  const { data } = link.safeParse(query);
  return data && { app: data.id, request: data.r };
}

/** Returns the payload that the proof is to contain; undefined when the app wants no proof. */
export function proofPayload({ items }: ConnectRequest): string | undefined {
  const item = items.find(({ name }) => name === 'ton_proof');
  return item && 'payload' in item ? item.payload : undefined;
}

/** Creates the reply of a wallet that connects. @param id number of the event */
export function connectEvent(
  id: number,
  appName: string,
  { account, ton_proof: proof }: Partial<TonProofInput>,
) {
  const { chain: network, ...rest } = account ?? {};
  const items: object[] = [{ name: 'ton_addr', network, ...rest }];
  if (proof) items.push({ name: 'ton_proof', proof });
  const device = {
    platform: 'linux',
    appName,
    appVersion: '1',
    maxProtocolVersion: 2,
    features: ['SendTransaction', { name: 'SendTransaction', maxMessages: 4 }],
  };
  return { event: 'connect', id, payload: { items, device } };
}

/** Codes of refusals (TON Connect). */
export const refusals = { badRequest: 1, rejected: 300, unknownMethod: 400 } as const;

/** The encrypted connection of a wallet to an app. */
export class WalletChannel {
  readonly session: SessionCrypto;

  constructor(keys?: ReturnType<SessionCrypto['stringifyKeypair']>) {
    this.session = keys ? new SessionCrypto(keys) : new SessionCrypto();
  }

  /** Encrypts a message for an app. @returns base64 */
  encrypt(app: string, message: unknown): string {
    return Base64.encode(this.session.encrypt(JSON.stringify(message), hexToByteArray(app)));
  }

  /** Decrypts a message of an app. @throws Error when it is not from this app */
  decrypt(app: string, message: string): unknown {
    return parseJson(this.session.decrypt(Base64.decode(message).toUint8Array(), hexToByteArray(app)));
  }
}
