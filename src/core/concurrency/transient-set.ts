import { TransientMap } from './transient-map.ts';

/** A set for values that come and go with requests; see `TransientMap`. Iterations cover the values at their start. */
export class TransientSet<Value> implements Iterable<Value> {
  readonly #values = new TransientMap<Value, Value>();

  get size(): number {
    return this.#values.size;
  }

  has(value: Value): boolean {
    return this.#values.has(value);
  }

  add(value: Value): void {
    this.#values.set(value, value);
  }

  /** Returns whether the value was in the set. */
  delete(value: Value): boolean {
    return this.#values.delete(value);
  }

  [Symbol.iterator](): Iterator<Value> {
    return this.#values.values()[Symbol.iterator]();
  }
}
