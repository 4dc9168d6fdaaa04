/** An error whose message is shown to the user: what happened and what to do. */
export class ShellError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ShellError';
  }
}
