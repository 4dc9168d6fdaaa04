import { mostRecoveryBytes, type RecoveryDocument, recoveryDocument } from './contract/recovery.ts';
import { AgeError, type AgeErrorCode } from './core/age/age-error.ts';
import { decryptBytes, encryptBytes } from './core/age/in-memory.ts';
import { AgePassphrase } from './core/age/passphrase.ts';
import { NodeError } from './core/node-error.ts';

/** Characters of the shortest passphrase that a file is made with. */
const leastCharacters = 12;
const generatedWords = 8;

/** A passphrase of random words, with 88 bits. */
export async function generatePassphrase(): Promise<string> {
  const { passphraseWords } = await import('./chain/wallets/passphrase-words.ts');
  return passphraseWords(generatedWords);
}

/** One text has one spelling, whichever keyboard wrote it. */
const keyOf = (passphrase: string): AgePassphrase => new AgePassphrase(passphrase.normalize('NFC'));

/**
 * Encrypts what a recovery file holds: an age file, which `age -d` opens too.
 * @throws NodeError `invalid_request` for a short passphrase; `payload_too_large`
 */
export async function sealRecovery(document: RecoveryDocument, passphrase: string): Promise<Buffer> {
  if ([...passphrase].length < leastCharacters) {
    throw new NodeError(
      'invalid_request',
      `The passphrase has fewer than ${leastCharacters} characters: whoever finds the file could guess it. Take a longer one, best of some words that do not belong together.`,
    );
  }
  const file = await encryptBytes(Buffer.from(JSON.stringify(document)), keyOf(passphrase));
  if (file.length <= mostRecoveryBytes) return file;
  throw new NodeError(
    'payload_too_large',
    'This node has more keys and rows than a recovery file can hold. Use alcove backup instead.',
  );
}

const refusals: Partial<Record<AgeErrorCode, string>> = {
  not_age: 'This is not a recovery file.',
  unsupported_version: 'This is not a recovery file, or of a newer version of Alcove.',
  no_matching_key:
    'This passphrase does not open the file. Look at upper and lower case, spaces and the layout of the keyboard.',
};

/**
 * Decrypts and checks a recovery file: all of it counts, or nothing.
 * @throws NodeError `invalid_request` in words for the person who has the file
 */
export async function openRecovery(file: Uint8Array, passphrase: string): Promise<RecoveryDocument> {
  if (file.length > mostRecoveryBytes) throw refused('This file is too large to be a recovery file.');
  let plain: Buffer;
  try {
    plain = await decryptBytes(file, keyOf(passphrase));
  } catch (error) {
    if (!(error instanceof AgeError)) throw error;
    const damaged =
      'This recovery file is damaged: bytes of it are missing or were changed. Take another copy.';
    throw refused(refusals[error.code] ?? damaged);
  }
  return readRecoveryDocument(plain);
}

/**
 * Reads what a recovery file holds.
 * @throws NodeError `invalid_request` for anything that this version does not know
 */
export function readRecoveryDocument(plain: Buffer): RecoveryDocument {
  const read = recoveryDocument.safeParse(parsed(plain));
  if (read.success) return read.data;
  throw refused(
    'The passphrase is right, but what the file holds is none that this version of Alcove knows. If a newer version made it, install that one.',
  );
}

function parsed(plain: Buffer): unknown {
  try {
    return JSON.parse(plain.toString('utf8'));
  } catch {
    return undefined;
  }
}

const refused = (detail: string): NodeError => new NodeError('invalid_request', detail);
