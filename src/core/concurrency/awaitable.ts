/** A value, or a promise of it where it must be waited for. */
export type Awaitable<T> = T | Promise<T>;

/** Continues with a value, at once if it is available: a promise would cost each request a further tick. */
export const whenAvailable = <T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> =>
  value instanceof Promise ? value.then(next) : next(value);
