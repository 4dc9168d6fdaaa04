import * as z from 'zod';
import type { EndpointContract } from '../../../contract/endpoint.ts';
import { postAuthTwa, signedIn } from '../../../contract/node-api/auth.ts';
import { parseJson } from '../../../core/parse-json.ts';
import type { WalletAccount } from '../wallet/wallet-account.ts';

const timeoutMs = 30_000;
const problem = z.object({ code: z.string() });

/** The node refused a request. */
export class RefusedError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`The practice node refused a request: ${code}`);
    this.code = code;
  }
}

/** Refusals that end by themselves: the file is being encrypted, or an earlier order is open. */
const transient = new Set(['encrypting', 'order_open', 'chain_unavailable', 'rate_limited']);

/** Returns whether the same request may succeed later. */
export const isTransient = (error: unknown): boolean =>
  error instanceof RefusedError && transient.has(error.code);

export interface NodeUserOptions {
  nodeUrl: string;
  account: WalletAccount;
  signal: AbortSignal;
}

interface Sending {
  method: EndpointContract['method'];
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A user of the public node, as by a web client: signs in with a proof of the wallet. */
export class NodeUser {
  readonly #options: NodeUserOptions;
  #token: string | undefined;

  constructor(options: NodeUserOptions) {
    this.#options = options;
  }

  /** Calls an endpoint that answers 200 or 201 with JSON. @throws RefusedError */
  async call<S extends z.ZodType>(schema: S, sending: Sending): Promise<z.output<S>> {
    this.#token ??= await this.#signIn();
    try {
      return await this.#send(schema, sending, this.#token);
    } catch (error) {
      if (!(error instanceof RefusedError && error.code === 'unauthorized')) throw error;
      this.#token = await this.#signIn();
      return this.#send(schema, sending, this.#token);
    }
  }

  async #signIn(): Promise<string> {
    const { nodeUrl, account } = this.#options;
    const { method, path } = postAuthTwa;
    const { auth_v1_token: challenge } = await this.#send(signedIn, { method, path, body: {} });
    const proof = account.prove(new URL(nodeUrl).host, challenge);
    return (await this.#send(signedIn, { method, path, body: { ton_proof: proof } })).auth_v1_token;
  }

  async #send<S extends z.ZodType>(schema: S, { method, path, body, headers }: Sending, token?: string) {
    const { nodeUrl, signal } = this.#options;
    const isBytes = body instanceof Uint8Array;
    const response = await fetch(new URL(path, nodeUrl), {
      method,
      headers: {
        ...(token !== undefined && { Authorization: token }),
        ...(body !== undefined && !isBytes && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : isBytes ? new Uint8Array(body) : JSON.stringify(body),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const document = parseJson(await response.text());
    if (!response.ok)
      throw new RefusedError(problem.safeParse(document).data?.code ?? String(response.status));
    return schema.parse(document) as z.output<S>;
  }
}
