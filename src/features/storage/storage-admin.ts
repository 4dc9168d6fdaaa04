import type { StorageService } from './storage-service.ts';

export interface StorageAdmin {
  service: Pick<StorageService, 'state' | 'beginCheck' | 'endCheck'>;
  /** Starts to move all stored files to a folder; null: to the data folder. */
  moveTo(folder: string | null): Promise<void>;
  /** Reverses a move. */
  cancelMove(): Promise<void>;
}
