import type { Transfer } from '../../contract/dashboard-api/fetch.ts';

/** Transfers of one kind, as the dashboard lists them. */
export interface TransferSource {
  transfers(): Transfer[];
  /** @returns false for an id that is none of its transfers */
  cancel(id: string): boolean;
}
