import { app } from 'electron';
import { mostFiles, mostLinks, request, type ShellRequest } from './arguments.ts';

const nothing: ShellRequest = { hidden: false, links: [], files: [], refused: null };

/** macOS sends an event for each file; those that come within this time are one request. */
const gatherMs = 50;

/**
 * What the person gives the app: by the command line, by another start of it, or as macOS hands it over. Requests are
 * joined and kept until somebody takes them, so that no flood of events costs more than one.
 */
export class Requests {
  #waiting: ShellRequest | undefined;
  #timer: NodeJS.Timeout | undefined;
  #take: ((given: ShellRequest) => void) | undefined;

  constructor() {
    app.on('second-instance', (_event, _argv, _cwd, data) => {
      this.add(request.safeParse(data).data ?? nothing);
    });
    app.on('open-url', (event, url) => {
      event.preventDefault();
      this.add({ ...nothing, links: [url] });
    });
    app.on('open-file', (event, path) => {
      event.preventDefault();
      this.add({ ...nothing, files: [path] });
    });
  }

  add(given: ShellRequest): void {
    if (this.#waiting === undefined) this.#waiting = structuredClone(given);
    else join(this.#waiting, given);
    if (this.#take) this.#timer ??= setTimeout(() => this.#flush(), gatherMs);
  }

  /** From now on `take` gets each, and those that came before. */
  follow(take: (given: ShellRequest) => void): void {
    this.#take = take;
    this.#flush();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const given = this.#waiting;
    this.#waiting = undefined;
    if (given) this.#take?.(given);
  }
}

/** Adds a request to one that waits; what is over the limits of a request is left out, and said. */
function join(waiting: ShellRequest, { hidden, links, files, refused }: ShellRequest): void {
  waiting.hidden &&= hidden;
  // The last one counts: it is shown.
  waiting.links = [...waiting.links, ...links].slice(-mostLinks);
  const room = mostFiles - waiting.files.length;
  waiting.files.push(...files.slice(0, room));
  waiting.refused = files.length > room ? 'files' : (refused ?? waiting.refused);
}
