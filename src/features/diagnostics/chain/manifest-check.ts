import { tonConnectManifest } from '../../../contract/node-api/auth.ts';
import { message } from '../../../core/messages/message.ts';
import { askDocument } from '../ask-document.ts';
import { type Finding, passed, skipped, warning } from '../check.ts';
import type { CheckedChain, CheckedManifest } from './checked-chain.ts';

/** Returns whether an address answers with a TON Connect manifest. */
export async function servesManifest(url: string, signal: AbortSignal): Promise<boolean> {
  const response = await askDocument(url, signal).catch(() => undefined);
  return response?.status === 200 && tonConnectManifest.safeParse(response.document).success;
}

/** Checks that wallet apps can read the TON Connect manifest, which they need to connect. */
export async function checkManifest(
  { network }: Pick<CheckedChain, 'network'>,
  manifest: CheckedManifest,
  signal: AbortSignal,
): Promise<Finding> {
  if (network === 'embedded') return skipped('chainCheck.manifestNotNeeded');
  const url = manifest.url();
  if (!manifest.isReachable(url)) {
    return warning(message('chainCheck.manifestLocal', { url }), 'chainCheck.manifestLocalRemedy');
  }
  if (!(await manifest.answers(url, signal))) {
    return warning(message('chainCheck.manifestFailed', { url }), 'chainCheck.manifestFailedRemedy');
  }
  return passed(
    manifest.isOwn(url)
      ? message('chainCheck.manifestRead', { url })
      : message('chainCheck.manifestOfHost', { host: new URL(url).host }),
  );
}
