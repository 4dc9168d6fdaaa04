import { createHmac, hkdfSync, pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { keyPairFromSeed, mnemonicWordList } from '@ton/crypto';

/** PBKDF2 on the thread pool: @ton/crypto's own stops the main thread for as long as it takes. */
const stretch = promisify(pbkdf2);

const wordCount = 24;
const rounds = 100_000;

/** An Ed25519 key pair as @ton/* has it: the secret key is the seed and the public key. */
export interface KeyPair {
  publicKey: Buffer;
  secretKey: Buffer;
}

/** The words of one attempt, 11 bits each: of 256 attempts, one on average is a valid mnemonic. */
function candidateMnemonic(secret: Buffer, name: string, attempt: number): string[] {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', `${name}/${attempt}`, wordCount * 2));
  return Array.from(
    { length: wordCount },
    (_, index) => mnemonicWordList[bytes.readUInt16BE(index * 2) & 2047] as string,
  );
}

const entropyOf = (words: string[]): Buffer => createHmac('sha512', words.join(' ')).update('').digest();

/** Whether wallet apps take the words for a mnemonic without a password (tonlib, Mnemonic.cpp). */
async function isBasicMnemonic(words: string[]): Promise<boolean> {
  const seed = await stretch(entropyOf(words), 'TON seed version', Math.floor(rounds / 256), 64, 'sha512');
  return seed[0] === 0;
}

/**
 * The 24 words that follow from a secret, by which any TON wallet app finds the same key.
 * @param name tells apart what is derived from one secret
 * @param attempt where to begin, if it is known which attempt is the first valid one
 */
export async function deriveMnemonic(
  secret: Buffer,
  name: string,
  attempt = 0,
): Promise<{ words: string[]; attempt: number }> {
  for (let next = attempt; ; next++) {
    const words = candidateMnemonic(secret, name, next);
    if (await isBasicMnemonic(words)) return { words, attempt: next };
  }
}

/** The key that wallet apps make of the words (tonlib, Mnemonic.cpp). */
export async function keyPairOfMnemonic(words: string[]): Promise<KeyPair> {
  const seed = await stretch(entropyOf(words), 'TON default seed', rounds, 64, 'sha512');
  return keyPairFromSeed(seed.subarray(0, 32));
}
