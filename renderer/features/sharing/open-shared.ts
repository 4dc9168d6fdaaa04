import { shell } from '../../lib/shell/shell.ts';
import { shellRefused } from '../../lib/shell/shell-refused.ts';

/** Opens a shared content of a public node in the system's browser, or in a new tab. */
export async function openShared(url: string): Promise<void> {
  if (shell) await shell.invoke('share.open', { url }).catch(shellRefused);
  else window.open(url, '_blank', 'noopener,noreferrer');
}
