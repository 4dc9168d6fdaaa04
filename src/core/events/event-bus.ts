import type { Logger } from '../log/logger.ts';

type Handler<Args extends unknown[]> = (...args: Args) => unknown;

/** Delivers typed events synchronously, in the order in which handlers were added. `Events` maps names to arguments. */
export class EventBus<Events extends Record<keyof Events, unknown[]>> {
  readonly #handlers = new Map<keyof Events, Handler<never>[]>();
  readonly #logger: Pick<Logger, 'error'>;

  constructor(logger: Pick<Logger, 'error'>) {
    this.#logger = logger;
  }

  on<Name extends keyof Events>(name: Name, handler: Handler<Events[Name]>): void {
    this.#handlers.set(name, [...(this.#handlers.get(name) ?? []), handler]);
  }

  /** Calls every handler. Logs the error of a failing handler, because the emitter cannot handle it. */
  emit<Name extends keyof Events>(name: Name, ...args: Events[Name]): void {
    for (const handler of this.#handlers.get(name) ?? []) {
      const call = async (): Promise<unknown> => (handler as Handler<Events[Name]>)(...args);
      call().catch((error: unknown) =>
        this.#logger.error({ err: error, event: name }, 'an event handler failed'),
      );
    }
  }
}
