import { randomInt } from 'node:crypto';
import { mnemonicWordList } from '@ton/crypto';

/** Generates a random passphrase: words with 11 bits each, separated by spaces. */
export const randomPassphrase = (count: number): string =>
  Array.from({ length: count }, () => mnemonicWordList[randomInt(mnemonicWordList.length)]).join(' ');
