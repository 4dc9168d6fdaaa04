import * as z from 'zod';
import { printable } from '../../core/printable.ts';
import { PeerError } from '../../platform/net/failures.ts';
import type { SendAnswer } from '../../platform/net/guarded/guarded-send.ts';

const longestWords = 300;

/** As much of a problem document as is used; it comes from another node. */
const problem = z.object({
  code: z.string().max(64).catch(''),
  detail: z
    .string()
    .transform((text) => printable(text).trim().slice(0, longestWords))
    .catch(''),
  current_size: z.int().nonnegative().optional().catch(undefined),
});

/** Another node understood and said no. The message is its own words. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  /** With `offset_mismatch`: where the upload goes on, in bytes. */
  readonly currentSize: number | undefined;

  constructor(status: number, { code, detail, current_size: currentSize }: z.output<typeof problem>) {
    super(detail);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
    this.currentSize = currentSize;
  }

  /** The same in words without a secret. */
  without(secret: string): Refusal {
    const { status, code, currentSize, message } = this;
    return new Refusal(status, { code, detail: message.replaceAll(secret, '…'), current_size: currentSize });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Reads what another node answered.
 * @throws Refusal, PeerError `invalid_answer`
 */
export function readAnswer<S extends z.ZodType>(schema: S, { status, text }: SendAnswer): z.output<S> {
  const value = parsed(text);
  if (status >= 400) throw new Refusal(status, problem.parse(value ?? {}));
  const answer = schema.safeParse(value);
  if (answer.success) return answer.data;
  throw new PeerError('invalid_answer', 'The node’s answer makes no sense, so it is not used.');
}
