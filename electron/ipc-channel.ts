import type { IpcName, IpcOutput } from '../src/contract/ipc.ts';

/** The one channel between the window's page and the main process. */
export const ipcChannel = 'alcove';

/** What the main process answers; `message` is written for the person at the window. */
export type IpcReply<N extends IpcName> = { ok: true; value: IpcOutput<N> } | { ok: false; message: string };
