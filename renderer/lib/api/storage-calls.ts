import * as contracts from '../../../src/contract/endpoints/local-storage.ts';
import type { StorageState } from '../../../src/contract/local-storage.ts';
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
    storage: (signal) => ask(contracts.getStorageState, {}, { signal }),
    startCheck: () => tell(contracts.postStorageCheck, {}),
    endCheck: () => tell(contracts.deleteStorageCheck, {}),
    moveStorage: (folder) => ask(contracts.postStorageMove, { body: { folder } }),
    turnBackMove: () => ask(contracts.deleteStorageMove, {}),
  };
}
