import type { LocalContent } from '../../src/contract/local.ts';
import { shell } from './shell.ts';

/** Shows content in the system's browser, or in a new tab. */
export async function openContent({ content_url }: LocalContent): Promise<void> {
  if (shell) await shell.invoke('content.open', { url: content_url });
  else window.open(content_url, '_blank', 'noopener');
}

/** Saves content under its name: asks where in the desktop, downloads in a browser. */
export async function saveContent({ content_url, name }: LocalContent): Promise<{ saved: boolean }> {
  if (shell) return shell.invoke('content.saveAs', { url: content_url, name });
  const link = document.createElement('a');
  link.href = `${content_url}?download=1`;
  link.rel = 'noopener';
  link.click();
  return { saved: true };
}
