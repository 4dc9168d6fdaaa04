import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { WebContents } from 'electron';
import { givenFilesField } from '../../src/contract/ipc.ts';
import { t } from '../i18n/translate.ts';
import type { PageEvents } from '../ipc/page-events.ts';

type Kind = 'file' | 'folder' | 'missing';

/** Passes files that were opened with the app to the page, and lists the ones that cannot be added. */
export class FileHandover {
  readonly #page: PageEvents;
  readonly #onError: (error: unknown) => void;
  /** Paths that wait until the page listens; macOS sends each file separately. */
  #waiting: string[] = [];
  #handedOver: Promise<unknown> = Promise.resolve();

  constructor(page: PageEvents, onError: (error: unknown) => void) {
    this.#page = page;
    this.#onError = onError;
  }

  async add(paths: readonly string[]): Promise<void> {
    const found = await kindsOf(paths);
    const pathsOf = (wanted: Kind) => found.flatMap(({ path, kind }) => (kind === wanted ? path : []));
    const files = pathsOf('file');
    this.#waiting.push(...files);
    if (files.length > 0) this.#page.whenListening((contents) => this.#handOver(contents));
    const message = [refusal('files.folder', pathsOf('folder')), refusal('files.gone', pathsOf('missing'))];
    this.refuse(message.join(' ').trim());
  }

  /** Shows why files were not added. @param message an empty one shows nothing */
  refuse(message: string): void {
    if (message !== '') this.#page.send({ kind: 'toast', title: t('files.notAdded'), message });
  }

  /** Runs one handover at a time: Chromium has one debugger, and the page has one field. */
  #handOver(contents: WebContents): void {
    const files = this.#waiting.splice(0);
    if (files.length === 0) return;
    this.#handedOver = this.#handedOver
      .then(() => setFiles(contents, files))
      .catch((error: unknown) => {
        this.#onError(error);
        this.refuse(t('files.notHandedOver'));
      });
  }
}

/** How many files are examined at a time, which limits the delay by a slow network drive. */
const batchSize = 16;

async function kindsOf(paths: readonly string[]): Promise<{ path: string; kind: Kind }[]> {
  const found: { path: string; kind: Kind }[] = [];
  for (let at = 0; at < paths.length; at += batchSize) {
    const batch = paths.slice(at, at + batchSize);
    found.push(...(await Promise.all(batch.map(async (path) => ({ path, kind: await kindOf(path) })))));
  }
  return found;
}

async function kindOf(path: string): Promise<Kind> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return 'folder';
    return found.isFile() ? 'file' : 'missing';
  } catch {
    return 'missing';
  }
}

function refusal(key: 'files.folder' | 'files.gone', paths: readonly string[]): string {
  const [first] = paths;
  if (first === undefined) return '';
  const name = basename(first);
  return paths.length === 1 ? t(`${key}.one`, { name }) : t(key, { count: paths.length, name });
}

/** Sets the files of a field in the page as if the user chose them, so that the page can read no other files. */
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
