/** What arrived is not what its content id says. */
export class WrongBytesError extends Error {
  constructor() {
    super('The bytes that arrived do not match their content id.');
    this.name = 'WrongBytesError';
  }
}
