import * as z from 'zod';
import { parseJson } from '../../core/parse-json.ts';
import { printable } from '../../core/printable.ts';
import { PeerError } from '../../platform/net/failures/peer-error.ts';
import type { SendResponse } from '../../platform/net/guarded/guarded-send.ts';

const longestDetail = 300;

/** The used members of a problem document from another node. */
const problem = z.object({
  code: z.string().max(64).catch(''),
  detail: z
    .string()
    .transform((text) => printable(text).trim().slice(0, longestDetail))
    .catch(''),
  current_size: z.int().nonnegative().optional().catch(undefined),
});

/** A problem document from another node; the message is that node's text. */
export class RemoteProblem extends Error {
  readonly status: number;
  readonly code: string;
  /** With `offset_mismatch`: the offset to continue the upload at, in bytes. */
  readonly currentSize: number | undefined;

  constructor(status: number, { code, detail, current_size: currentSize }: z.output<typeof problem>) {
    super(detail);
    this.name = 'RemoteProblem';
    this.status = status;
    this.code = code;
    this.currentSize = currentSize;
  }

  /** Returns the problem without a secret in its text. */
  redact(secret: string): RemoteProblem {
    const { status, code, currentSize, message } = this;
    return new RemoteProblem(status, {
      code,
      detail: message.replaceAll(secret, '…'),
      current_size: currentSize,
    });
  }
}

/** Returns whether another node rejected the token. */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof RemoteProblem && error.status === 401;

/**
 * Reads the response of another node.
 * @throws RemoteProblem, PeerError `invalid_answer`
 */
export function readResponse<S extends z.ZodType>(schema: S, { status, text }: SendResponse): z.output<S> {
  const value = parseJson(text);
  if (status >= 400) throw new RemoteProblem(status, problem.parse(value ?? {}));
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new PeerError('invalid_answer', 'sharing.answerInvalid');
}
