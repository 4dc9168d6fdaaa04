import * as z from 'zod';
import { parseJson } from '../../core/parse-json.ts';
import { printable } from '../../core/printable.ts';
import { PeerError } from '../../platform/net/failures/peer-error.ts';
import type { SendResponse } from '../../platform/net/guarded/guarded-send.ts';

const longestDetail = 300;

/** As much of a problem document as is used; it comes from another node. */
const problem = z.object({
  code: z.string().max(64).catch(''),
  detail: z
    .string()
    .transform((text) => printable(text).trim().slice(0, longestDetail))
    .catch(''),
  current_size: z.int().nonnegative().optional().catch(undefined),
});

/** A problem with which another node answered; the message is its own text. */
export class RemoteProblem extends Error {
  readonly status: number;
  readonly code: string;
  /** With `offset_mismatch`: where the upload goes on, in bytes. */
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

/** Returns whether another node does not accept the token. */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof RemoteProblem && error.status === 401;

/**
 * Reads what another node answered.
 * @throws Refusal, PeerError `invalid_answer`
 */
export function readResponse<S extends z.ZodType>(schema: S, { status, text }: SendResponse): z.output<S> {
  const value = parseJson(text);
  if (status >= 400) throw new RemoteProblem(status, problem.parse(value ?? {}));
  const answer = schema.safeParse(value);
  if (answer.success) return answer.data;
  throw new PeerError('invalid_answer', 'The node’s answer makes no sense, so it is not used.');
}
