import { app } from 'electron';
import { type LaunchRequest, launchRequest, maxFiles, maxLinks } from './arguments.ts';

const empty: LaunchRequest = { hidden: false, links: [], files: [], refused: null };

/** Events of macOS for single files within this time are one request. */
const mergeMs = 50;

/**
 * Collects requests to open links and files, and merges them until they are handled, so that many requests open one
 * page.
 */
export class LaunchRequests {
  #waiting: LaunchRequest | undefined;
  #timer: NodeJS.Timeout | undefined;
  #handle: ((request: LaunchRequest) => void) | undefined;

  constructor() {
    app.on('second-instance', (_event, _argv, _cwd, data) => {
      this.add(launchRequest.safeParse(data).data ?? empty);
    });
    app.on('open-url', (event, url) => {
      event.preventDefault();
      this.add({ ...empty, links: [url] });
    });
    app.on('open-file', (event, path) => {
      event.preventDefault();
      this.add({ ...empty, files: [path] });
    });
  }

  add(request: LaunchRequest): void {
    if (this.#waiting === undefined) this.#waiting = structuredClone(request);
    else merge(this.#waiting, request);
    if (this.#handle) this.#timer ??= setTimeout(() => this.#flush(), mergeMs);
  }

  /** Calls `handle` with the collected requests and each later one. */
  onRequest(handle: (request: LaunchRequest) => void): void {
    this.#handle = handle;
    this.#flush();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const request = this.#waiting;
    this.#waiting = undefined;
    if (request) this.#handle?.(request);
  }
}

/** Merges a request into a waiting one and records when files exceed the limit. */
function merge(waiting: LaunchRequest, { hidden, links, files, refused }: LaunchRequest): void {
  waiting.hidden &&= hidden;
  // Only the last link is shown.
  waiting.links = [...waiting.links, ...links].slice(-maxLinks);
  const room = maxFiles - waiting.files.length;
  waiting.files.push(...files.slice(0, room));
  waiting.refused = files.length > room ? 'files' : (refused ?? waiting.refused);
}
