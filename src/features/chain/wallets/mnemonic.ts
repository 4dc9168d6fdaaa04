import { createHmac, hkdfSync, pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { keyPairFromSeed, mnemonicWordList } from '@ton/crypto';

/** Runs PBKDF2 on the thread pool, because the function of @ton/crypto blocks the main thread. */
const stretch = promisify(pbkdf2);

const wordCount = 24;
const rounds = 100_000;

/** An Ed25519 key pair in the form of @ton/*: the secret key is the seed followed by the public key. */
export interface KeyPair {
  publicKey: Buffer;
  secretKey: Buffer;
}

/** Derives the words of one attempt, 11 bits each; on average one of 256 attempts is a valid mnemonic. */
function candidateMnemonic(secret: Buffer, name: string, attempt: number): string[] {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', `${name}/${attempt}`, wordCount * 2));
  return Array.from(
    { length: wordCount },
    (_, index) => mnemonicWordList[bytes.readUInt16BE(index * 2) & 2047] as string,
  );
}

const entropyOf = (words: string[]): Buffer => createHmac('sha512', words.join(' ')).update('').digest();

/** Returns whether wallet apps accept the words as a mnemonic without a password (tonlib, Mnemonic.cpp). */
async function isBasicMnemonic(words: string[]): Promise<boolean> {
  const seed = await stretch(entropyOf(words), 'TON seed version', Math.floor(rounds / 256), 64, 'sha512');
  return seed[0] === 0;
}

/**
 * Derives 24 words from a secret, from which any TON wallet app derives the same key.
 * @param name distinguishes the derivations from one secret
 * @param attempt the first attempt to try, where the valid one is known
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

/** Derives the key of the words as wallet apps do (tonlib, Mnemonic.cpp). */
export async function keyPairOfMnemonic(words: string[]): Promise<KeyPair> {
  const seed = await stretch(entropyOf(words), 'TON default seed', rounds, 64, 'sha512');
  return keyPairFromSeed(seed.subarray(0, 32));
}
