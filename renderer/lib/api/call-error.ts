import { AlcoveError } from '@alcove/client';
import type { InputError, ProblemCode } from '../../../src/contract/problems.ts';
import { t } from '../i18n/language.ts';
import { translateNodeMessage } from '../i18n/node-messages.ts';

/** The dashboard's own words are a function, asked when they are shown: the language may have changed by then. */
type Text = string | (() => string);

interface CallErrorParts {
  title: Text;
  /** As a text: in the words of the node. */
  detail: Text;
  code?: ProblemCode | null;
  status?: number | null;
  requestId?: string | null;
  errors?: readonly InputError[];
}

/** A call to the node that failed, told in words for a person. */
export class CallError extends Error {
  readonly #title: Text;
  readonly #detail: Text;
  /** The stable code of the problem document; null when no such document arrived. */
  readonly code: ProblemCode | null;
  readonly status: number | null;
  readonly requestId: string | null;
  readonly errors: readonly InputError[];

  constructor(parts: CallErrorParts) {
    super(`${spoken(parts.title)}: ${spoken(parts.detail)}`);
    this.name = 'CallError';
    this.#title = parts.title;
    this.#detail = parts.detail;
    this.code = parts.code ?? null;
    this.status = parts.status ?? null;
    this.requestId = parts.requestId ?? null;
    this.errors = parts.errors ?? [];
  }

  get title(): string {
    return spoken(this.#title);
  }

  get detail(): string {
    return typeof this.#detail === 'string' ? translateNodeMessage(this.#detail).text : this.#detail();
  }

  /** The language of `detail` where it is not the one of the dashboard: the node speaks English. */
  get detailLanguage(): 'en' | undefined {
    return typeof this.#detail === 'string' ? translateNodeMessage(this.#detail).lang : undefined;
  }
}

function spoken(words: Text): string {
  return typeof words === 'string' ? words : words();
}

/** What a kind of problem is called. */
export function problemTitle(code: ProblemCode): string {
  return t(`problems.titles.${code}`);
}

/** What a call of the client threw, in words for a person; undefined for an abort. */
export function callErrorFrom(error: unknown): CallError | undefined {
  if (!(error instanceof AlcoveError)) return undefined;
  switch (error.failure) {
    case 'no_answer':
      return noAnswer();
    case 'not_understood':
      return notUnderstood(error.errors);
    case 'refused': {
      const { title, detail, code, status, requestId, errors } = error;
      if (code === null && status !== null && status >= 500) return broke(status);
      const named = code === null ? title : () => problemTitle(code);
      return new CallError({ title: named, detail, code, status, requestId, errors });
    }
  }
}

/** The node, or a server before it, failed and did not say at what. */
function broke(status: number): CallError {
  return new CallError({
    title: () => t('problems.broke.title'),
    detail: () => t('problems.broke.detail', { status }),
    status,
  });
}

/** The connection failed before an answer was complete. */
export function noAnswer(): CallError {
  return new CallError({
    title: () => t('problems.noAnswer.title'),
    detail: () => t('problems.noAnswer.detail'),
  });
}

/** The answer does not have the agreed shape; `errors` says where, for whoever gets the report. */
function notUnderstood(errors: readonly InputError[]): CallError {
  return new CallError({
    title: () => t('problems.notUnderstood.title'),
    detail: () => t('problems.notUnderstood.detail'),
    errors,
  });
}

/** Any thrown value as a `CallError`. */
export function toCallError(error: unknown): CallError {
  return error instanceof CallError ? error : noAnswer();
}

/** The value of a JSON text, or undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
