import * as contracts from '../../../contract/endpoints/local-storage.ts';
import type { StorageState } from '../../../contract/local-storage.ts';
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
    defineEndpoint({ ...common, contract: contracts.getStorageState, handle: state }),
    defineEndpoint({
      ...common,
      contract: contracts.postStorageCheck,
      handle: () => {
        desk.beginCheck();
        return ok;
      },
    }),
    defineEndpoint({
      ...common,
      contract: contracts.deleteStorageCheck,
      handle: () => {
        desk.endCheck();
        return ok;
      },
    }),
    defineEndpoint({
      ...common,
      contract: contracts.postStorageMove,
      body: jsonBody,
      handle: async ({ body }) => {
        await moveTo(body.folder);
        return state();
      },
    }),
    defineEndpoint({
      ...common,
      contract: contracts.deleteStorageMove,
      handle: async () => {
        await turnBack();
        return state();
      },
    }),
  ];
}
