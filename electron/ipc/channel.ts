import type { IpcName, IpcOutput } from '../../src/contract/ipc.ts';

/** The only channel on which the page calls the main process. */
export const ipcChannel = 'alcove';
/** The only channel on which the main process sends events to the page. */
export const pageEventChannel = 'alcove-event';

/** The reply of the main process; `message` is shown to the user. */
export type IpcReply<N extends IpcName> = { ok: true; value: IpcOutput<N> } | { ok: false; message: string };
