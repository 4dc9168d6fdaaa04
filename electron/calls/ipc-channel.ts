import type { IpcName, IpcOutput } from '../../src/contract/ipc.ts';

/** The one channel on which the window's page asks the main process. */
export const ipcChannel = 'alcove';
/** On which the main process tells the page something. */
export const pageEventChannel = 'alcove-event';

/** What the main process answers; `message` is written for the person at the window. */
export type IpcReply<N extends IpcName> = { ok: true; value: IpcOutput<N> } | { ok: false; message: string };
