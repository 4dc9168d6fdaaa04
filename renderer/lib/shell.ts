import type { ShellBridge } from '../../src/contract/ipc.ts';

declare global {
  interface Window {
    alcove?: ShellBridge;
  }
}

/** The desktop shell around this page; null in a browser. */
export const shell: ShellBridge | null = window.alcove ?? null;
