import type { ShellBridge } from '../../../src/contract/ipc.ts';

declare global {
  interface Window {
    alcove?: ShellBridge;
  }
}

/** The bridge to the desktop shell; null in a browser, and without a page. */
export const shell: ShellBridge | null = globalThis.window?.alcove ?? null;
