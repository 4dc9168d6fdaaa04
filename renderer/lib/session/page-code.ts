import { CallError } from '../api/call-error.ts';
import { t } from '../i18n/language.ts';
import { loseConnection, provenNode } from './session.ts';

/** Longer than a page takes to be loaded anew; a person may also choose to stay, for an upload that is under way. */
const reloadMs = 5000;

/**
 * Loads code that is not part of the first load. After an update of the app, an open dashboard asks for files of the build
 * before, which are gone: it is loaded anew. The build that comes then is the one the node names, so this happens once. No
 * code is taken from a program that has the port of a node that has stopped.
 * @throws CallError when the code cannot be had
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    await provenNode();
    return await load();
  } catch {
    loseConnection();
    if (await hasAnotherBuild()) {
      location.reload();
      await new Promise((resolve) => setTimeout(resolve, reloadMs));
    }
    throw new CallError({
      title: () => t('frame.pageFailed.notLoaded'),
      detail: () => t('frame.pageFailed.reload'),
    });
  }
}

/** Whether the node names other programs for this page than those that run. */
async function hasAnotherBuild(): Promise<boolean> {
  const programs = [...document.querySelectorAll('script[type="module"][src]')];
  const page = await provenNode()
    .then(() => fetch('/', { cache: 'no-store' }))
    .catch(() => undefined);
  if (!page?.ok) return false;
  const named = await page.text().catch(() => undefined);
  return named !== undefined && programs.some((each) => !named.includes(each.getAttribute('src') ?? ''));
}
