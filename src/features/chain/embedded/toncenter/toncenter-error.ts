/** An error of toncenter's: `code` is the HTTP status and stands in the answer too. */
export class ToncenterError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
