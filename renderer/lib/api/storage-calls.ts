import {
  deleteStorageCheck,
  deleteStorageMove,
  getStorageState,
  postStorageCheck,
  postStorageMove,
  type StorageState,
} from '../../../src/contract/dashboard-api/storage.ts';
import type { NodeCaller } from './node-calls.ts';

/** What the dashboard asks of its node about the store. */
export interface StorageCalls {
  storage(signal?: AbortSignal): Promise<StorageState>;
  startCheck(): Promise<void>;
  endCheck(): Promise<void>;
  /** Begins to move everything stored; null: to the data folder. */
  moveStorage(folder: string | null): Promise<StorageState>;
  turnBackMove(): Promise<StorageState>;
}

export function storageCalls({ ask, tell }: NodeCaller): StorageCalls {
  return {
    storage: (signal) => ask(getStorageState, {}, { signal }),
    startCheck: () => tell(postStorageCheck, {}),
    endCheck: () => tell(deleteStorageCheck, {}),
    moveStorage: (folder) => ask(postStorageMove, { body: { folder } }),
    turnBackMove: () => ask(deleteStorageMove, {}),
  };
}
