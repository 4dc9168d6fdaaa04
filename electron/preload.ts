import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import type { IpcName, PageEvent, ShellBridge } from '../src/contract/ipc.ts';
import { type IpcReply, ipcChannel, pageEventChannel } from './calls/ipc-channel.ts';

// The names alone, checked against the contract by the compiler: its schemas stay in the main process.
const names: Record<IpcName, true> = {
  'dashboardSession.get': true,
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
  'updates.cancel': true,
  'updates.restart': true,
  'updates.setAutomatic': true,
  'folder.open': true,
  'language.get': true,
  'preferences.get': true,
  'preferences.set': true,
  'report.make': true,
  'report.saveAs': true,
  'page.listen': true,
};

const bridge: ShellBridge = {
  async invoke(name, input) {
    if (!Object.hasOwn(names, name)) throw new Error('The desktop shell has no such call.');
    const reply: IpcReply<typeof name> = await ipcRenderer.invoke(ipcChannel, name, input);
    if (!reply.ok) throw new Error(reply.message);
    return reply.value;
  },
  onEvent(listener) {
    const tell = (_event: IpcRendererEvent, event: PageEvent) => listener(event);
    ipcRenderer.on(pageEventChannel, tell);
    return () => ipcRenderer.removeListener(pageEventChannel, tell);
  },
};

contextBridge.exposeInMainWorld('alcove', bridge);
