import type { Message } from '../../src/contract/messages/message.ts';

/** The node failed to start with settings that were changed in the dashboard; it may start without them. */
export class ChangedSettingsError extends Error {
  readonly text: Message;
  /** Removes those settings for the next start and keeps a copy of their file. */
  readonly reset: () => void;

  constructor(cause: Error & { text: Message }, reset: () => void) {
    super(cause.message, { cause });
    this.text = cause.text;
    this.name = 'ChangedSettingsError';
    this.reset = reset;
  }
}
