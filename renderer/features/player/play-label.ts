import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { t } from '../../lib/i18n/language.ts';
import { plainType } from '../stored-file/index.ts';

/** Returns the label of a button that plays these contents; some languages have verbs for sound and for films. */
export function playLabel(contents: readonly Pick<LocalContent, 'content_type' | 'encrypted'>[]): string {
  const areAll = (kind: string) => contents.every((content) => plainType(content).startsWith(`${kind}/`));
  if (areAll('audio')) return t('player.playAudio');
  return t(areAll('video') ? 'player.playVideo' : 'player.play');
}
