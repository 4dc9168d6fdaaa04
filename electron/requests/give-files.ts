import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { type BrowserWindow, dialog, type WebContents } from 'electron';
import { givenFilesField } from '../../src/contract/ipc.ts';
import type { PageEvents } from '../calls/page-events.ts';
import { say } from '../words.ts';

type Kind = 'file' | 'folder' | 'gone';

/**
 * Hands files that the person gave to the app over to the page, which stores them as if they were dropped into it. What
 * cannot be added is said there.
 */
export class GivenFiles {
  readonly #page: PageEvents;
  readonly #onError: (error: unknown) => void;
  /** For the page, once it listens. macOS tells each of many files by itself. */
  #waiting: string[] = [];
  #handedOver: Promise<unknown> = Promise.resolve();

  constructor(page: PageEvents, onError: (error: unknown) => void) {
    this.#page = page;
    this.#onError = onError;
  }

  async give(paths: readonly string[]): Promise<void> {
    const given = await kindsOf(paths);
    const of = (wanted: Kind) => given.flatMap(({ path, kind }) => (kind === wanted ? path : []));
    const files = of('file');
    this.#waiting.push(...files);
    if (files.length > 0) this.#page.whenListening((contents) => this.#handOver(contents));
    const message = [refusal('files.folder', of('folder')), refusal('files.gone', of('gone'))];
    this.refuse(message.join(' ').trim());
  }

  /** Says why files were not added. @param message nothing is said where it is empty */
  refuse(message: string): void {
    if (message !== '') this.#page.send({ kind: 'say', title: say('files.notAdded'), message });
  }

  /** One after the other: Chromium has one debugger at a time, and the page one field. */
  #handOver(contents: WebContents): void {
    const files = this.#waiting.splice(0);
    if (files.length === 0) return;
    this.#handedOver = this.#handedOver
      .then(() => setFiles(contents, files))
      .catch((error: unknown) => {
        this.#onError(error);
        this.refuse(say('files.notHandedOver'));
      });
  }
}

/** Asks the person for files. */
export async function chooseFiles(window: BrowserWindow): Promise<string[]> {
  const { filePaths } = await dialog.showOpenDialog(window, {
    title: say('files.choose'),
    properties: ['openFile', 'multiSelections'],
  });
  return filePaths;
}

/** How many files are looked at at a time, so that a network drive holds up no more than these. */
const lookedAtOnce = 16;

async function kindsOf(paths: readonly string[]): Promise<{ path: string; kind: Kind }[]> {
  const given: { path: string; kind: Kind }[] = [];
  for (let at = 0; at < paths.length; at += lookedAtOnce) {
    const some = paths.slice(at, at + lookedAtOnce);
    given.push(...(await Promise.all(some.map(async (path) => ({ path, kind: await kindOf(path) })))));
  }
  return given;
}

async function kindOf(path: string): Promise<Kind> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return 'folder';
    return found.isFile() ? 'file' : 'gone';
  } catch {
    return 'gone';
  }
}

function refusal(key: 'files.folder' | 'files.gone', paths: readonly string[]): string {
  const [first] = paths;
  if (first === undefined) return '';
  const name = basename(first);
  return paths.length === 1 ? say(`${key}.one`, { name }) : say(key, { count: paths.length, name });
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
