/** The node does not start with the settings that were changed in the dashboard, and may without them. */
export class ChangedSettingsError extends Error {
  /** Has the next start begin without them; their file is kept. */
  readonly putAside: () => void;

  constructor(cause: Error, putAside: () => void) {
    super(cause.message, { cause });
    this.name = 'ChangedSettingsError';
    this.putAside = putAside;
  }
}
