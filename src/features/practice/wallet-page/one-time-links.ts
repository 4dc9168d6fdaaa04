import { secretToken } from '../../../core/ids.ts';

/** Limits; the oldest link ends when there is another one. */
const limits = { links: 8, lifetimeMs: 120_000 };

/** Links that lead to a page once: other users of this computer can read the arguments of a browser that starts. */
export class OneTimeLinks {
  readonly #pages = new Map<string, { page: string; expiresAt: number }>();

  /** @returns the secret of the link */
  add(page: string): string {
    const secret = secretToken();
    this.#pages.set(secret, { page, expiresAt: Date.now() + limits.lifetimeMs });
    for (const oldest of [...this.#pages.keys()].slice(0, -limits.links)) this.#pages.delete(oldest);
    return secret;
  }

  /** Returns the page of a link, which is invalid afterwards. */
  take(secret: string): string | undefined {
    const link = this.#pages.get(secret);
    this.#pages.delete(secret);
    return link && link.expiresAt > Date.now() ? link.page : undefined;
  }
}
