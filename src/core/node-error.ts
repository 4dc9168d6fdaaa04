import type { InputError, ProblemCode } from '../contract/problems.ts';

/** What a problem carries besides its code and detail. */
export interface NodeErrorDetails {
  /** The invalid places of the input. */
  errors?: InputError[];
  /** Further members of the problem document, e.g. `current_size`. */
  members?: Record<string, string | number>;
  /** Response headers, e.g. `Retry-After`. */
  headers?: Record<string, string>;
  cause?: unknown;
}

/** The one error that services throw on purpose; `http` maps its code to a problem document. */
export class NodeError extends Error {
  readonly code: ProblemCode;
  readonly details: NodeErrorDetails;

  /** @param detail says what happened and what to do; it is shown to the caller, so no paths or secrets. */
  constructor(code: ProblemCode, detail: string, details: NodeErrorDetails = {}) {
    super(detail, { cause: details.cause });
    this.name = 'NodeError';
    this.code = code;
    this.details = details;
  }
}
