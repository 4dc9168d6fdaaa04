/** An error of toncenter; `code` is the HTTP status and also part of the response. */
export class ToncenterError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
