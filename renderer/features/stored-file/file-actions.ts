import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { type AccessLink, getAccessLink } from '../../../src/contract/dashboard-api/licensing.ts';
import { CallError, errorTexts } from '../../lib/api/call-error.ts';
import type { DashboardClient } from '../../lib/api/dashboard-client.ts';
import { shell } from '../../lib/shell/shell.ts';
import { shellRefused } from '../../lib/shell/shell-refused.ts';
import { plainName } from './encryption-labels.ts';

/** Opens content in the system's browser, or in a new tab. */
export async function openContent({ content_url }: Pick<LocalContent, 'content_url'>): Promise<void> {
  if (shell) await shell.invoke('content.open', { url: content_url }).catch(shellRefused);
  else openFromNode(content_url);
}

/** Opens a URL of the node API in a new tab; a private node recognises its dashboard by the referrer. */
function openFromNode(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.target = '_blank';
  link.rel = 'noopener';
  link.referrerPolicy = 'origin';
  link.click();
}

/** Saves a content under its name, decrypted if it is encrypted. */
export async function saveContent(node: DashboardClient, content: LocalContent): Promise<{ saved: boolean }> {
  return saveOpened(content, await linkForSaving(node, content));
}

/** Asks for a folder. @returns a function that saves contents there; null when the user cancelled */
export async function chooseSaveFolder(
  node: DashboardClient,
): Promise<((content: LocalContent) => Promise<unknown>) | null> {
  const app = shell;
  // A browser has a folder of its own for downloads.
  if (!app) return (content) => saveContent(node, content);
  const { folder } = await app.invoke('content.chooseFolder', undefined).catch(shellRefused);
  if (folder === null) return null;
  return async (content) => {
    const accessLink = await linkForSaving(node, content);
    const [url, name] = [`${accessLink.url}&download=1`, plainName(content)];
    await app.invoke('content.saveInto', { folder, url, name }).catch(shellRefused);
  };
}

async function linkForSaving(node: DashboardClient, content: LocalContent): Promise<AccessLink> {
  const accessLink = await node.call(getAccessLink, { params: { id: content.content_id } });
  if (accessLink.downloadable) return accessLink;
  throw new CallError(errorTexts('content.onlyShown'));
}

/** Saves a plain file in the same way. */
export async function saveOpened(
  content: Pick<LocalContent, 'name' | 'encrypted'>,
  accessLink: AccessLink,
): Promise<{ saved: boolean }> {
  const [url, name] = [`${accessLink.url}&download=1`, plainName(content)];
  if (shell) return shell.invoke('content.saveAs', { url, name }).catch(shellRefused);
  const link = document.createElement('a');
  link.href = url;
  // In another tab, because a download in this one counts as navigation, which cancels uploads or asks the user about
  // them.
  link.target = '_blank';
  link.rel = 'noopener';
  link.click();
  return { saved: true };
}
