import {
  deleteStorageCheck,
  deleteStorageMove,
  getStorageState,
  postStorageCheck,
  postStorageMove,
  type StorageState,
} from '../../../contract/dashboard-api/storage.ts';
import { defineEndpoint, type Endpoint, jsonBody, ok } from '../../../platform/http/endpoint/endpoint.ts';

/** What the dashboard sees of the store, and does with it. */
export interface StorageServices {
  desk: { state(): Promise<StorageState>; beginCheck(): void; endCheck(): void };
  /** Begins to move everything stored to a folder; null: to the data folder. */
  moveTo(folder: string | null): Promise<void>;
  /** Turns a move round. */
  turnBack(): Promise<void>;
}

const common = { limit: 'requests' } as const;

export function storageEndpoints({ desk, moveTo, turnBack }: StorageServices): Endpoint[] {
  const state = async () => ({ status: 200, body: await desk.state() });
  return [
    defineEndpoint({ ...common, contract: getStorageState, handle: state }),
    defineEndpoint({
      ...common,
      contract: postStorageCheck,
      handle: () => {
        desk.beginCheck();
        return ok;
      },
    }),
    defineEndpoint({
      ...common,
      contract: deleteStorageCheck,
      handle: () => {
        desk.endCheck();
        return ok;
      },
    }),
    defineEndpoint({
      ...common,
      contract: postStorageMove,
      body: jsonBody,
      handle: async ({ body }) => {
        await moveTo(body.folder);
        return state();
      },
    }),
    defineEndpoint({
      ...common,
      contract: deleteStorageMove,
      handle: async () => {
        await turnBack();
        return state();
      },
    }),
  ];
}
