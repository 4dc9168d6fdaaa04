import type { InputError, ProblemCode } from '../contract/problems.ts';

/** Additional data of a problem. */
export interface NodeErrorDetails {
  /** The invalid fields of the input. */
  errors?: InputError[];
  /** Further members of the problem document, e.g. `current_size`. */
  members?: Record<string, string | number>;
  /** Response headers, e.g. `Retry-After`. */
  headers?: Record<string, string>;
  cause?: unknown;
}

/** The error that services throw intentionally; `http` maps its code to a problem document. */
export class NodeError extends Error {
  readonly code: ProblemCode;
  readonly details: NodeErrorDetails;

  /** @param detail cause and remedy for the caller, so without paths or secrets. */
  constructor(code: ProblemCode, detail: string, details: NodeErrorDetails = {}) {
    super(detail, { cause: details.cause });
    this.name = 'NodeError';
    this.code = code;
    this.details = details;
  }
}
