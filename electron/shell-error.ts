/** A failure whose message is written for the person at the window: what happened and what to do. */
export class ShellError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ShellError';
  }
}
