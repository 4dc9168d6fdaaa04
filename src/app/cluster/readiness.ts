import { setTimeout as delay } from 'node:timers/promises';
import type { Lifecycle } from '../lifecycle.ts';
import type { NodeState } from './node-state.ts';

/** Time in which a load balancer notices that a replica is not ready. */
const drainMs = 5_000;

/** Tells load balancers whether to send requests to this node. */
export class Readiness {
  readonly #life: Pick<Lifecycle, 'hasStarted' | 'stopping'>;
  readonly #state: Pick<NodeState, 'isCurrent' | 'isReplica'>;
  #isDraining = false;

  constructor(
    life: Pick<Lifecycle, 'hasStarted' | 'stopping'>,
    state: Pick<NodeState, 'isCurrent' | 'isReplica'>,
  ) {
    this.#life = life;
    this.#state = state;
  }

  /** Does not depend on the bucket, which no other replica would reach either. */
  isReady(): boolean {
    const { hasStarted, stopping } = this.#life;
    return hasStarted && !stopping.aborted && !this.#isDraining && this.#state.isCurrent();
  }

  /** Is not ready from now on, and resolves when others serve its clients; at once without replicas. */
  async drain(): Promise<void> {
    this.#isDraining = true;
    if (this.#state.isReplica) await delay(drainMs);
  }
}
