import { randomInt } from 'node:crypto';
import { mnemonicWordList } from '@ton/crypto';

/** A random passphrase: words with 11 bits each, and spaces between them. */
export const randomPassphrase = (count: number): string =>
  Array.from({ length: count }, () => mnemonicWordList[randomInt(mnemonicWordList.length)]).join(' ');
