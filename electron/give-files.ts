import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { type BrowserWindow, dialog, type WebContents } from 'electron';
import { givenFilesField } from '../src/contract/desktop.ts';
import type { PageEvents } from './page-events.ts';
import { say } from './words.ts';

type Kind = 'file' | 'folder' | 'gone';

/**
 * Hands files that the person gave to the app over to the page, which stores them as if they were dropped into it. What
 * cannot be added is said there.
 */
export function giveFiles(
  page: PageEvents,
  paths: readonly string[],
  onError: (error: unknown) => void,
): void {
  const given = paths.map((path) => ({ path, kind: kindOf(path) }));
  const of = (wanted: Kind) => given.flatMap(({ path, kind }) => (kind === wanted ? path : []));
  const files = of('file');
  if (files.length > 0) page.whenListening((contents) => void setFiles(contents, files).catch(onError));
  const message = [refusal('files.folder', of('folder')), refusal('files.gone', of('gone'))].join(' ').trim();
  if (message !== '') page.send({ kind: 'say', title: say('files.notAdded'), message });
}

/** Asks the person for files. */
export async function chooseFiles(window: BrowserWindow): Promise<string[]> {
  const { filePaths } = await dialog.showOpenDialog(window, {
    title: say('files.choose'),
    properties: ['openFile', 'multiSelections'],
  });
  return filePaths;
}

function kindOf(path: string): Kind {
  try {
    const found = statSync(path);
    if (found.isDirectory()) return 'folder';
    return found.isFile() ? 'file' : 'gone';
  } catch {
    return 'gone';
  }
}

function refusal(key: 'files.folder' | 'files.gone', paths: readonly string[]): string {
  const [first] = paths;
  return first === undefined ? '' : say(key, { count: paths.length, name: basename(first) });
}

/**
 * Puts files into the page's field for them, as a person does who chooses them: Chromium then lets the page read these
 * and no others, piece by piece.
 */
async function setFiles(contents: WebContents, files: string[]): Promise<void> {
  const protocol = contents.debugger;
  protocol.attach();
  try {
    const expression = `document.getElementById(${JSON.stringify(givenFilesField)})`;
    const { result } = await protocol.sendCommand('Runtime.evaluate', { expression });
    await protocol.sendCommand('DOM.setFileInputFiles', { files, objectId: result.objectId });
  } finally {
    protocol.detach();
  }
}
