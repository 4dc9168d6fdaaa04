import { AlcoveError } from '@alcove/client';
import type { InputError, ProblemCode } from '../../../src/contract/problems.ts';
import { currentLanguage, t } from '../i18n/language.ts';
import { messageOf, messageText } from '../i18n/node-messages.ts';

/** Texts of the dashboard are functions, because the language may change before a text is shown. */
type Text = string | (() => string);

interface CallErrorParts {
  title: Text;
  /** A string is the node's message. */
  detail: Text;
  code?: ProblemCode | null;
  status?: number | null;
  requestId?: string | null;
  errors?: readonly InputError[];
}

/** A failed call of the dashboard API, with its texts in the language of the reader. */
export class CallError extends Error {
  readonly #title: Text;
  readonly #detail: Text;
  /** The stable code of the problem document; null when no such document arrived. */
  readonly code: ProblemCode | null;
  /** HTTP status; null without a response. */
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
    return spoken(this.#detail);
  }

  /** The language of `detail` if it differs from the dashboard's; messages of the node may be English. */
  get detailLanguage(): 'en' | undefined {
    return typeof this.#detail === 'string' && currentLanguage() !== 'en' ? 'en' : undefined;
  }
}

function spoken(words: Text): string {
  return typeof words === 'string' ? words : words();
}

/** The errors of the dashboard itself, by the path of their texts. */
type ErrorKey =
  | `problems.${'broke' | 'noAnswer' | 'notUnderstood' | 'tooLarge' | 'blockedHere' | 'brokenOff'}`
  | 'content.cover.notSuited'
  | 'content.onlyShown'
  | 'selling.stopped';

/** Returns the texts of an error of the dashboard itself. */
export const errorTexts = (key: ErrorKey, values: Record<string, unknown> = {}) => ({
  title: () => t(`${key}.title`),
  detail: () => t(`${key}.detail`, values),
});

export function problemTitle(code: ProblemCode): string {
  return t(`problems.titles.${code}`);
}

/** Returns an error of the client as a `CallError`; undefined for an abort. */
export function callErrorFrom(error: unknown): CallError | undefined {
  if (!(error instanceof AlcoveError)) return undefined;
  switch (error.failure) {
    case 'no_response':
      return noResponse();
    case 'not_understood':
      return notUnderstood(error);
    case 'refused': {
      const { title, code, status, requestId, errors } = error;
      const message = messageOf(error);
      const detail = message ? () => messageText(message) : error.detail;
      if (code === null && status !== null && status >= 500) return broke(status);
      const named = code === null ? title : () => problemTitle(code);
      return new CallError({ title: named, detail, code, status, requestId, errors });
    }
  }
}

/** Returns the error for a failure of the node or a proxy without a problem document. */
const broke = (status: number) => new CallError({ ...errorTexts('problems.broke', { status }), status });

/** Returns the error for a connection that failed before the response was complete. */
export const noResponse = () => new CallError(errorTexts('problems.noAnswer'));

/** Returns the error for a response that does not match its schema; the problem report includes `errors`. */
const notUnderstood = ({ status, errors }: AlcoveError) =>
  new CallError({ ...errorTexts('problems.notUnderstood'), status, errors });

/** Returns any thrown value as a `CallError`. */
export function toCallError(error: unknown): CallError {
  return error instanceof CallError ? error : noResponse();
}

/** Parses JSON; undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
