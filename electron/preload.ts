import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import type { PageEvent, ShellBridge } from '../src/contract/ipc.ts';
import { type IpcReply, ipcChannel, pageEventChannel } from './ipc/channel.ts';

// The names and schemas of the calls stay in the main process, which refuses every name that is not in the contract.
const bridge: ShellBridge = {
  async invoke(name, input) {
    const reply: IpcReply<typeof name> = await ipcRenderer.invoke(ipcChannel, name, input);
    if (!reply.ok) throw new Error(reply.message);
    return reply.value;
  },
  onEvent(listener) {
    const forward = (_event: IpcRendererEvent, event: PageEvent) => listener(event);
    ipcRenderer.on(pageEventChannel, forward);
    return () => ipcRenderer.removeListener(pageEventChannel, forward);
  },
};

contextBridge.exposeInMainWorld('alcove', bridge);
