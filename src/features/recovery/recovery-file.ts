import {
  maxRecoveryFileBytes,
  maxSettingsCharacters,
  type RecoveryDocument,
  recoveryDocument,
  recoveryRows,
} from '../../contract/recovery-file.ts';
import { KeyedMutex } from '../../core/concurrency/keyed-mutex.ts';
import { NodeError } from '../../core/node-error.ts';
import { version } from '../../core/version.ts';
import { AgeError, type AgeErrorCode } from '../../crypto/age/age-error.ts';
import { decryptBytes, encryptBytes } from '../../crypto/age/in-memory.ts';
import { AgePassphrase } from '../../crypto/age/keys/passphrase.ts';

/** Minimum length of a passphrase. */
const leastCharacters = 12;
const generatedWordCount = 8;

/** Checking a passphrase takes hundreds of megabytes, for a malicious file up to a GiB, so checks run one at a time. */
const turns = new KeyedMutex();

/** Generates a passphrase of random words with 88 bits. */
export async function generatePassphrase(): Promise<string> {
  const { randomPassphrase } = await import('../chain/wallets/random-passphrase.ts');
  return randomPassphrase(generatedWordCount);
}

/** Normalises the passphrase, because keyboards encode the same text differently. */
const keyOf = (passphrase: string): AgePassphrase => new AgePassphrase(passphrase.normalize('NFC'));

/**
 * Encrypts the content of a recovery file as an age file, which `age -d` can decrypt too.
 * @throws NodeError `invalid_request` for a short passphrase; `payload_too_large`
 */
export async function encryptRecovery(document: RecoveryDocument, passphrase: string): Promise<Buffer> {
  if ([...passphrase].length < leastCharacters) {
    throw new NodeError(
      'invalid_request',
      `The passphrase has fewer than ${leastCharacters} characters: whoever finds the file could guess it. Take a longer one, best of some words that do not belong together.`,
    );
  }
  const plain = Buffer.from(JSON.stringify(document));
  const file = await turns.run('', () => encryptBytes(plain, keyOf(passphrase)));
  if (file.length <= maxRecoveryFileBytes) return file;
  throw new NodeError(
    'payload_too_large',
    'This node has more keys and rows than a recovery file can hold. Use alcove backup instead.',
  );
}

const refusals: Partial<Record<AgeErrorCode, string>> = {
  not_age: 'This is not a recovery file.',
  unsupported_version: 'This is not a recovery file, or of a newer version of Alcove.',
  malformed_header:
    'This recovery file is damaged at its beginning, or another program made it so that opening it takes too much work. Take another copy.',
  no_matching_key:
    'This passphrase does not open the file. Look at upper and lower case, spaces and the layout of the keyboard.',
};

/**
 * Decrypts and validates a recovery file, all or nothing.
 * @throws NodeError `invalid_request` with a readable message
 */
export async function decryptRecovery(file: Uint8Array, passphrase: string): Promise<RecoveryDocument> {
  if (file.length > maxRecoveryFileBytes) throw refused('This file is too large to be a recovery file.');
  let plain: Buffer;
  try {
    plain = await turns.run('', () => decryptBytes(file, keyOf(passphrase)));
  } catch (error) {
    if (!(error instanceof AgeError)) throw error;
    const damaged =
      'This recovery file is damaged: bytes of it are missing or were changed. Take another copy.';
    throw refused(refusals[error.code] ?? damaged);
  }
  return readRecoveryDocument(plain);
}

/**
 * Parses the content of a recovery file. A malicious file may try to exhaust memory, so the checks are ordered such
 * that nothing grows beyond the file.
 * @throws NodeError `invalid_request` for unknown data
 */
export function readRecoveryDocument(plain: Buffer): RecoveryDocument {
  const read = parsed(plain);
  if (isSmall(field(read, 'settings')) && hasKnownRows(read)) {
    const document = recoveryDocument.safeParse(read);
    if (document.success) return document.data;
  }
  throw refused(
    `The passphrase is right, but what the file holds is none that this version of Alcove, ${version}, knows.${madeBy(read)}`,
  );
}

function madeBy(read: unknown): string {
  const other = field(read, 'alcove_version');
  return typeof other === 'string' && /^\d[\w.+-]{0,40}$/.test(other) && other !== version
    ? ` Version ${other} made it: install that one or a newer one.`
    : ' If a newer version made it, install that one.';
}

/**
 * Limit of lists and objects, far above that of the largest valid file; each needs many times its two bytes in memory.
 */
const mostParts = 1_000_000;

function parsed(plain: Buffer): unknown {
  let parts = 0;
  for (let at = 0; at < plain.length && parts <= mostParts; at += 1) {
    const byte = plain[at];
    if (byte === 0x5b || byte === 0x7b) parts += 1;
  }
  if (parts > mostParts) return undefined;
  try {
    return JSON.parse(plain.toString('utf8'));
  } catch {
    return undefined;
  }
}

function isSmall(settings: unknown): boolean {
  try {
    return settings !== undefined && JSON.stringify(settings).length <= maxSettingsCharacters;
  } catch (error) {
    // The nesting is too deep.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Stops at the first invalid row, because a schema of all rows would report each of them. */
function hasKnownRows(read: unknown): boolean {
  const rows = field(read, 'rows');
  return Object.entries(recoveryRows.shape).every(([name, list]) => {
    const some = field(rows, name);
    const { element } = list;
    return Array.isArray(some) && some.every((row) => element.safeParse(row).success);
  });
}

const field = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null ? (of as Record<string, unknown>)[name] : undefined;

const refused = (detail: string): NodeError => new NodeError('invalid_request', detail);
