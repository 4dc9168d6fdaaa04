import type { MoveTarget } from '../../contract/dashboard-api/storage.ts';
import type { StorageService } from './storage-service.ts';

export interface StorageAdmin {
  service: Pick<StorageService, 'state' | 'beginCheck' | 'cancelCheck'>;
  /**
   * Starts to move all stored files.
   * @throws NodeError `folder_not_found` where the choice of the folder expired, or where there is no stopped move
   */
  moveTo(target: MoveTarget): Promise<void>;
  /** Reverses a move. */
  cancelMove(): Promise<void>;
}
