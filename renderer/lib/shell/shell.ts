import type { ShellBridge } from '../../../src/contract/ipc.ts';

declare global {
  interface Window {
    alcove?: ShellBridge;
  }
}

/** The desktop shell around this page; null in a browser, and where there is no page. */
export const shell: ShellBridge | null = globalThis.window?.alcove ?? null;
