import {
  minPassphraseCharacters,
  type RecoveryTally,
} from '../../../src/contract/dashboard-api/administration/recovery.ts';
import { t } from '../../lib/i18n/language.ts';

/** Returns the counts of each kind: “3 keys of contents”. */
export const tallyLabel = (tallies: RecoveryTally[], kind: 'in_file' | 'lacking'): string[] =>
  tallies
    .filter((one) => one[kind] > 0)
    .map((one) => t(`recovery.recoveryFile.sections.${one.section}`, { count: one[kind] }));

const pools: [RegExp, number][] = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\p{N}/u, 10],
  [/[^\p{L}\p{N}]/u, 20],
];

/**
 * Returns an upper limit of the guesses for a passphrase, as a power of two. Words count as if they came from a list of
 * 2,048.
 */
export function passphraseBits(passphrase: string): number {
  const characters = [...passphrase];
  const pool = pools.reduce((sum, [kind, size]) => (kind.test(passphrase) ? sum + size : sum), 0);
  const byCharacter =
    Math.min(characters.length, new Set(characters).size * 2) * Math.log2(Math.max(pool, 1));
  const parts = passphrase.trim().split(/[\s-]+/);
  const isPhrase = parts.length > 1 && parts.every((part) => /^\p{L}+$/u.test(part));
  return Math.round(isPhrase ? Math.min(byCharacter, new Set(parts).size * 11) : byCharacter);
}

/** Returns the strength of a passphrase against an attacker who has the recovery file. */
export function strengthLabel(passphrase: string): { words: string; isEnough: boolean } {
  if ([...passphrase].length < minPassphraseCharacters) {
    return {
      words: t('recovery.recoveryFile.strength.short', { n: minPassphraseCharacters }),
      isEnough: false,
    };
  }
  const bits = passphraseBits(passphrase);
  if (bits < 45) return { words: t('recovery.recoveryFile.strength.weak'), isEnough: true };
  return bits < 65
    ? { words: t('recovery.recoveryFile.strength.fair'), isEnough: true }
    : { words: t('recovery.recoveryFile.strength.strong'), isEnough: true };
}
