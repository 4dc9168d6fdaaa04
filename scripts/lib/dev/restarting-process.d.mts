import type { ChildProcess } from 'node:child_process';

/** Runs one process at a time, and replaces it on demand. */
export class RestartingProcess {
  constructor(start: () => ChildProcess, options: { onClosed: () => void });
  restart(): void;
  stop(): Promise<void>;
}
