/** The received bytes do not match their content id. */
export class WrongBytesError extends Error {
  constructor() {
    super('The bytes that arrived do not match their content id.');
    this.name = 'WrongBytesError';
  }
}
