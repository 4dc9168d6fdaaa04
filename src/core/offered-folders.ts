import type { Clock } from './clock.ts';
import { secretToken } from './ids.ts';
import { NodeError } from './node-error.ts';

const lastsMs = 60 * 60 * 1000;
const maxOffers = 50;

/**
 * Offers folders that the user chose in the system's dialog. The dashboard names a folder by an id that cannot be
 * guessed, never by its path: otherwise a page could make the node read or write anywhere as its user.
 */
export class OfferedFolders {
  readonly #clock: Clock;
  readonly #offers = new Map<string, { path: string; at: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Offers a folder to the dashboard for an hour; returns the id of the offer. */
  offer(path: string): string {
    const id = secretToken();
    this.#offers.set(id, { path, at: this.#clock() });
    for (const oldest of [...this.#offers.keys()].slice(0, -maxOffers)) this.#offers.delete(oldest);
    return id;
  }

  /** Returns the path of an offered folder. @throws NodeError `folder_not_found` */
  pathOf(id: string): string {
    const offered = this.#offers.get(id);
    if (!offered || this.#clock() - offered.at > lastsMs) {
      throw new NodeError('folder_not_found', 'watchedFolders.offerExpired');
    }
    return offered.path;
  }

  end(id: string): void {
    this.#offers.delete(id);
  }
}
