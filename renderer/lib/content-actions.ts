import type { LocalContent, OpenedContent } from '../../src/contract/local.ts';
import { CallError } from './problem.ts';
import { shell } from './shell.ts';

/** Shows content in the system's browser, or in a new tab. */
export async function openContent({ content_url }: Pick<LocalContent, 'content_url'>): Promise<void> {
  if (shell) await shell.invoke('content.open', { url: content_url }).catch(shellRefused);
  else window.open(content_url, '_blank', 'noopener');
}

/** Shows what is shared on a public node in the system's browser, or in a new tab. */
export async function openShared(url: string): Promise<void> {
  if (shell) await shell.invoke('share.open', { url }).catch(shellRefused);
  else window.open(url, '_blank', 'noopener,noreferrer');
}

/** Saves content under its name: asks where in the desktop, downloads in a browser. */
export function saveContent({ content_url, name }: LocalContent): Promise<{ saved: boolean }> {
  return saveFrom(`${content_url}?download=1`, name);
}

async function saveFrom(url: string, name: string): Promise<{ saved: boolean }> {
  if (shell) return shell.invoke('content.saveAs', { url, name }).catch(shellRefused);
  const link = document.createElement('a');
  link.href = url;
  link.rel = 'noopener';
  link.click();
  return { saved: true };
}

/** The same for what a content holds, decrypted where it is encrypted. */
export function saveOpened(content: LocalContent, { url }: OpenedContent): Promise<{ saved: boolean }> {
  return saveFrom(`${url}&download=1`, content.name);
}

/** The shell's messages are written for the person at the window. */
export function shellRefused(cause: unknown): never {
  throw new CallError({
    title: 'The desktop could not do this',
    detail: cause instanceof Error ? cause.message : String(cause),
  });
}
