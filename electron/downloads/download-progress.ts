interface Task {
  bytes: number;
  totalBytes: number;
}

const none = -1;

/** Sums up the downloads that run at the same time for the progress bar of the window. */
export class DownloadProgress {
  readonly #tasks = new Set<Task>();
  readonly #show: (fraction: number) => void;
  #shown = none;

  /** @param show called at each per cent with 0 to 1, or with -1 when no download runs, as `setProgressBar` expects */
  constructor(show: (fraction: number) => void) {
    this.#show = show;
  }

  begin(): { report: (bytes: number, totalBytes: number) => void; end: () => void } {
    const task: Task = { bytes: 0, totalBytes: 0 };
    this.#tasks.add(task);
    return {
      report: (bytes, totalBytes) => {
        Object.assign(task, { bytes, totalBytes });
        this.#update();
      },
      end: () => {
        this.#tasks.delete(task);
        this.#update();
      },
    };
  }

  #update(): void {
    const tasks = [...this.#tasks];
    const total = tasks.reduce((sum, { totalBytes }) => sum + totalBytes, 0);
    const done = tasks.reduce((sum, { bytes }) => sum + bytes, 0);
    const fraction = total === 0 ? none : Math.min(1, Math.floor((100 * done) / total) / 100);
    if (fraction === this.#shown) return;
    this.#shown = fraction;
    this.#show(fraction);
  }
}
