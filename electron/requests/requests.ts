import { app } from 'electron';
import { request, type ShellRequest } from './arguments.ts';

const nothing: ShellRequest = { hidden: false, links: [], files: [] };

/**
 * What the person gives the app: by the command line, by another start of it, or as macOS hands it over. Kept until
 * somebody takes it, since that may be before there is a window.
 */
export class Requests {
  #waiting: ShellRequest[] = [];
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
    if (this.#take) this.#take(given);
    else this.#waiting.push(given);
  }

  /** From now on `take` gets each, and those that came before. */
  follow(take: (given: ShellRequest) => void): void {
    this.#take = take;
    for (const given of this.#waiting.splice(0)) take(given);
  }
}
