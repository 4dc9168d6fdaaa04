import type { Services } from '../../contract/node-api/monitoring.ts';
import { type Clock, systemClock } from '../../core/clock.ts';
import { inputErrorAt } from '../../core/messages/input-error.ts';
import { message } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';

/** Services whose status the node itself reports. */
const builtIn: ReadonlySet<string> = new Set(['api', 'storage', 'chain', 'indexer', 'network']);
const maxServices = 64;
const silentAfterMs = 60_000;
const droppedAfterMs = 24 * 60 * 60 * 1000;

/** Keeps the last status of other services on this computer, in memory only, because they report regularly. */
export class ServiceReports {
  readonly #clock: Clock;
  readonly #reports = new Map<string, { status: string; at: number }>();

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /** @throws NodeError `invalid_request` for a built-in name, `too_many_services` */
  report(service: string, status: string): void {
    if (builtIn.has(service)) {
      throw new NodeError('invalid_request', message('diagnostics.serviceBuiltIn', { service }), {
        errors: [inputErrorAt('body.service', 'diagnostics.isServiceBuiltIn')],
      });
    }
    this.#dropOld();
    if (!this.#reports.has(service) && this.#reports.size >= maxServices) {
      throw new NodeError('too_many_services', message('diagnostics.tooManyServices', { most: maxServices }));
    }
    this.#reports.set(service, { status, at: this.#clock() });
  }

  /** Returns `services` of the node's status: `delay` in seconds since the report, three decimals. */
  services(): Services {
    this.#dropOld();
    const now = this.#clock();
    const entries = [...this.#reports].map(([service, { status, at }]) => {
      const silence = Math.max(0, now - at);
      return [
        service,
        { status: silence > silentAfterMs ? 'timeout' : status, delay: Math.round(silence) / 1000 },
      ];
    });
    return Object.fromEntries(entries);
  }

  #dropOld(): void {
    const oldest = this.#clock() - droppedAfterMs;
    for (const [service, { at }] of this.#reports) if (at < oldest) this.#reports.delete(service);
  }
}
