/** Calls the dashboard API of the node that runs in this app. */
export class DashboardClient {
  readonly #origin: string;
  readonly #sessionToken: string;

  constructor({ dashboardUrl, sessionToken }: { dashboardUrl: string; sessionToken: string }) {
    this.#origin = dashboardUrl;
    this.#sessionToken = sessionToken;
  }

  get headers(): Record<string, string> {
    return { Authorization: `Bearer ${this.#sessionToken}` };
  }

  urlOf(path: string): URL {
    return new URL(path, this.#origin);
  }

  /** Returns the JSON response, to be parsed by a schema of the contract. */
  async get(path: string, init: Pick<RequestInit, 'signal'> = {}): Promise<unknown> {
    const response = await fetch(this.urlOf(path), { headers: this.headers, ...init });
    return response.json();
  }
}
