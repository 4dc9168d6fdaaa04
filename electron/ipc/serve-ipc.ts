import { type BrowserWindow, type IpcMainInvokeEvent, ipcMain } from 'electron';
import { type IpcInput, type IpcName, type IpcOutput, ipc } from '../../src/contract/ipc.ts';
import { ShellError } from '../core/shell-error.ts';
import { t } from '../i18n/translate.ts';
import { type IpcReply, ipcChannel } from './channel.ts';

/** The implementation of every call of the contract. */
export type IpcHandlers = {
  [N in IpcName]: (input: IpcInput<N>) => IpcOutput<N> | Promise<IpcOutput<N>>;
};

/** The handlers of the calls whose names begin with `Prefix`. */
export type IpcHandlersOf<Prefix extends string> = Pick<IpcHandlers, Extract<IpcName, `${Prefix}.${string}`>>;

interface IpcOptions {
  /** Returns the window whose page may call, undefined while there is none. */
  window: () => BrowserWindow | undefined;
  dashboardOrigin: string;
  handlers: IpcHandlers;
  logger: { warn(fields: object, message: string): void };
}

/**
 * Serves the calls of `contract/ipc.ts` to the dashboard in the main frame of the window, and refuses all other pages.
 */
export function serveIpc({ window, dashboardOrigin, handlers, logger }: IpcOptions): void {
  const isDashboard = ({ senderFrame }: IpcMainInvokeEvent) =>
    senderFrame !== null &&
    senderFrame === window()?.webContents.mainFrame &&
    senderFrame.origin === dashboardOrigin;

  ipcMain.handle(ipcChannel, async (event, name: unknown, input: unknown): Promise<IpcReply<IpcName>> => {
    if (!isDashboard(event)) {
      logger.warn({ name }, 'refused a call of the shell from a page that is not the dashboard');
      return { ok: false, message: t('shell.dashboardOnly') };
    }
    if (!isIpcName(name)) return { ok: false, message: t('shell.noSuchCall') };
    try {
      return { ok: true, value: await call(handlers, name, input) };
    } catch (error) {
      if (error instanceof ShellError) return { ok: false, message: error.message };
      logger.warn({ name, err: error }, 'a call of the shell failed');
      return { ok: false, message: t('shell.failed') };
    }
  });
}

function isIpcName(name: unknown): name is IpcName {
  return typeof name === 'string' && Object.hasOwn(ipc, name);
}

async function call<N extends IpcName>(handlers: IpcHandlers, name: N, input: unknown) {
  const parsed = ipc[name].input.safeParse(input);
  if (!parsed.success) throw new ShellError(t('shell.badInput', { name }));
  return handlers[name](parsed.data as IpcInput<N>);
}
