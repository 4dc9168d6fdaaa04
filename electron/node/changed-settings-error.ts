/** The node failed to start with settings that were changed in the dashboard, and may start without them. */
export class ChangedSettingsError extends Error {
  /** Removes those settings for the next start and keeps a copy of their file. */
  readonly reset: () => void;

  constructor(cause: Error, reset: () => void) {
    super(cause.message, { cause });
    this.name = 'ChangedSettingsError';
    this.reset = reset;
  }
}
