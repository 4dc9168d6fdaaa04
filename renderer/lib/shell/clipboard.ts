import { shell } from './shell.ts';

/** Copies text to the clipboard; rejects when the browser does not allow it. */
export async function copyText(text: string): Promise<void> {
  if (shell) await shell.invoke('clipboard.write', text);
  else await navigator.clipboard.writeText(text);
}
