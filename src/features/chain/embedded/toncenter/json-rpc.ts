import * as z from 'zod';
import { type EmbeddedChain, MessageRefused } from '../embedded-chain.ts';
import { NotAccepted } from '../tvm.ts';
import { ToncenterMethods } from './methods.ts';
import * as requests from './requests.ts';
import { ToncenterError } from './toncenter-error.ts';

/** An HTTP response. */
export interface RpcResponse {
  status: number;
  /** JSON. */
  text: string;
}

export type JsonRpc = (body: string) => Promise<RpcResponse>;

/**
 * Handles bodies of `POST /api/v2/jsonRPC` like toncenter; never rejects.
 * @param onError receives errors of the chain itself
 */
export function jsonRpc(chain: EmbeddedChain, onError: (error: unknown) => void): JsonRpc {
  const methods = new ToncenterMethods(chain);
  return async (body) => {
    let id: unknown = null;
    try {
      const call = requests.call.parse(parseJson(body));
      id = call.id ?? null;
      return responseOf(200, { ok: true, result: await methods.call(call.method, call.params), id });
    } catch (error) {
      const { code, message } = asToncenterError(error, onError);
      return responseOf(code, { ok: false, error: message, code, id });
    }
  };
}

const responseOf = (status: number, document: object): RpcResponse => ({
  status,
  text: JSON.stringify({ ...document, jsonrpc: '2.0' }),
});

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new ToncenterError(422, 'The body is not JSON.');
  }
}

const notApplied = (reason: string) =>
  new ToncenterError(500, `LITE_SERVER_UNKNOWN: cannot apply external message to current state : ${reason}`);

function asToncenterError(error: unknown, onError: (error: unknown) => void): ToncenterError {
  if (error instanceof ToncenterError) return error;
  if (error instanceof NotAccepted || error instanceof MessageRefused) return notApplied(error.message);
  if (error instanceof z.ZodError) {
    const [first] = error.issues;
    return new ToncenterError(422, `${first?.path.join('.')}: ${first?.message}`);
  }
  onError(error);
  if ((error as { code?: string }).code === 'SQLITE_FULL')
    return notApplied('The disk of the chain is full.');
  return new ToncenterError(500, 'Something went wrong in the embedded chain. Its log says what.');
}
