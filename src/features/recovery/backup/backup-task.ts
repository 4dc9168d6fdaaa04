import type { BackupState } from '../../../contract/dashboard-api/administration/backup.ts';
import type { Logger } from '../../../core/log/logger.ts';
import { messageOfError } from '../../../core/messages/message.ts';
import type { BackupProgress } from './backup-files.ts';
import type { BackupReports, BackupWork } from './backup-messages.ts';
import { runInThread } from './backup-thread.ts';

interface BackupTaskOptions {
  onChange: () => void;
  logger: Pick<Logger, 'warn'>;
}

interface Outcomes<Report> {
  /** Called before the task counts as ended. */
  done: (report: Report) => void;
  /** Called when the task failed or was cancelled. */
  stopped?: () => void;
}

/** Runs one kind of task in a thread, one at a time, and knows its progress and how the last one stopped. */
export class BackupTask<Task extends keyof BackupReports> {
  readonly #task: Task;
  readonly #options: BackupTaskOptions;
  #running:
    | { folder: string; progress: BackupProgress; cancelling: AbortController; end: Promise<void> }
    | undefined;
  #stopped: BackupState['stopped'] = null;

  constructor(task: Task, options: BackupTaskOptions) {
    this.#task = task;
    this.#options = options;
  }

  state(): Pick<BackupState, 'running' | 'stopped'> {
    return { running: this.#progress(), stopped: this.#stopped };
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Waits for the end of a task that was cancelled. */
  async afterCancel(): Promise<void> {
    if (this.#running?.cancelling.signal.aborted) await this.#running.end;
  }

  /** Starts the task, and resolves at its end, whatever the outcome. */
  start(work: Omit<BackupWork, 'task'>, outcomes: Outcomes<BackupReports[Task]>): Promise<void> {
    this.#stopped = null;
    const running = {
      folder: work.folder,
      progress: { contents: 0, contentsDone: 0, bytes: 0, bytesDone: 0 },
      cancelling: new AbortController(),
      end: Promise.resolve(),
    };
    this.#running = running;
    running.end = this.#run(work, running, outcomes);
    return running.end;
  }

  /** Cancels the running task and waits for its end. */
  async cancel(): Promise<void> {
    this.#running?.cancelling.abort();
    await this.#running?.end;
  }

  async #run(
    work: Omit<BackupWork, 'task'>,
    running: { progress: BackupProgress; cancelling: AbortController },
    { done, stopped }: Outcomes<BackupReports[Task]>,
  ): Promise<void> {
    const { onChange, logger } = this.#options;
    const { signal } = running.cancelling;
    const onProgress = (progress: BackupProgress) => {
      running.progress = progress;
      onChange();
    };
    try {
      done(await runInThread({ ...work, task: this.#task }, { onProgress, signal }));
    } catch (error) {
      if (!signal.aborted) logger.warn({ err: error, task: this.#task }, 'the task failed');
      this.#stopped = { folder: work.folder, message: signal.aborted ? null : messageOfError(error) };
      stopped?.();
    }
    this.#running = undefined;
    onChange();
  }

  #progress(): BackupState['running'] {
    if (!this.#running) return null;
    const { folder, progress } = this.#running;
    return {
      folder,
      contents: progress.contents,
      contents_done: progress.contentsDone,
      bytes: progress.bytes,
      bytes_done: progress.bytesDone,
    };
  }
}
