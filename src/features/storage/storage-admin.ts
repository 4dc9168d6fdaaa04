import type { StorageService } from './storage-service.ts';

/** What the dashboard reads of the store, and does with it. */
export interface StorageAdmin {
  service: Pick<StorageService, 'state' | 'beginCheck' | 'endCheck'>;
  /** Starts to move everything stored to a folder; null: to the data folder. */
  moveTo(folder: string | null): Promise<void>;
  /** Reverses a move. */
  cancelMove(): Promise<void>;
}
