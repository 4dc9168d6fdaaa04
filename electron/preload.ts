import { contextBridge, ipcRenderer } from 'electron';
import type { IpcName, ShellBridge } from '../src/contract/ipc.ts';
import { type IpcReply, ipcChannel } from './ipc-channel.ts';

// The names alone, checked against the contract by the compiler: its schemas stay in the main process.
const names: Record<IpcName, true> = {
  'localKey.get': true,
  'clipboard.write': true,
  'folder.choose': true,
  'content.open': true,
  'share.open': true,
  'content.saveAs': true,
  'activity.saveAs': true,
  'receipt.saveAs': true,
  'recovery.saveAs': true,
  'updates.get': true,
  'updates.check': true,
  'updates.download': true,
  'updates.restart': true,
  'updates.setAutomatic': true,
};

const bridge: ShellBridge = {
  async invoke(name, input) {
    if (!Object.hasOwn(names, name)) throw new Error('The desktop shell has no such call.');
    const reply: IpcReply<typeof name> = await ipcRenderer.invoke(ipcChannel, name, input);
    if (!reply.ok) throw new Error(reply.message);
    return reply.value;
  },
};

contextBridge.exposeInMainWorld('alcove', bridge);
