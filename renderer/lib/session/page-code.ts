import { CallError } from '../api/call-error.ts';
import { currentLanguage, loadPageTexts, t } from '../i18n/language.ts';
import { loseConnection, provenNode } from './session.ts';

/** Time limit of a reload in milliseconds; the user may also cancel it because of an upload in progress. */
const reloadMs = 5000;

/**
 * Loads code that is not part of the first load. After an update of the app, an open dashboard requests files of the
 * previous build, so the page is reloaded, once for each build that the node names.
 * @throws CallError when the code cannot be loaded
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await withTexts(load);
  } catch {
    loseConnection();
    if (await hasAnotherBuild()) {
      location.reload();
      await new Promise((resolve) => setTimeout(resolve, reloadMs));
    }
    throw new CallError({
      title: () => t('frame.pageFailed.notLoaded'),
      detail: () => t('frame.pageFailed.retry'),
    });
  }
}

/** Loads code together with its texts, and not from another program that has taken the port of a stopped node. */
export async function withTexts<Code>(load: () => Promise<Code>): Promise<Code> {
  await provenNode();
  const texts = loadPageTexts().catch((error: unknown) => {
    // The other languages have all texts.
    if (currentLanguage() === 'en') throw error;
  });
  const [code] = await Promise.all([load(), texts]);
  return code;
}

/** Returns whether the node has another build of the page than the running one. */
async function hasAnotherBuild(): Promise<boolean> {
  const programs = [...document.querySelectorAll('script[type="module"][src]')];
  const page = await provenNode()
    .then(() => fetch('/', { cache: 'no-store' }))
    .catch(() => undefined);
  if (!page?.ok) return false;
  const named = await page.text().catch(() => undefined);
  return named !== undefined && programs.some((each) => !named.includes(each.getAttribute('src') ?? ''));
}
