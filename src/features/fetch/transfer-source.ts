import type { Transfer } from '../../contract/dashboard-api/fetch.ts';
import type { Awaitable } from '../../core/concurrency/awaitable.ts';

/** Provides the transfers of one kind for the dashboard. */
export interface TransferSource {
  transfers(): Transfer[];
  /** Cancels a transfer; returns false for an id that is none of its transfers. */
  cancel(id: string): Awaitable<boolean>;
}
