import { minPassphraseCharacters } from '../../contract/dashboard-api/administration/recovery.ts';
import type { ConstantMessageId, Message } from '../../contract/messages/message.ts';
import {
  laterSections,
  maxRecoveryFileBytes,
  maxSettingsCharacters,
  type RecoveryDocument,
  recoveryDocument,
  recoveryRows,
} from '../../contract/recovery-file.ts';
import { KeyedMutex } from '../../core/concurrency/keyed-mutex.ts';
import { message } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';
import { version } from '../../core/version.ts';
import { AgeError, type AgeErrorCode } from '../../crypto/age/age-error.ts';
import { decryptBytes, encryptBytes } from '../../crypto/age/in-memory.ts';
import { AgePassphrase } from '../../crypto/age/keys/passphrase.ts';

const generatedWordCount = 8;

/** Serialises checks of passphrases, each of which takes hundreds of megabytes, for a malicious file up to a GiB. */
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
  if ([...passphrase].length < minPassphraseCharacters) {
    throw new NodeError(
      'invalid_request',
      message('recovery.passphraseShort', { least: minPassphraseCharacters }),
    );
  }
  const plain = Buffer.from(JSON.stringify(document));
  const file = await turns.run('', () => encryptBytes(plain, keyOf(passphrase)));
  if (file.length <= maxRecoveryFileBytes) return file;
  throw new NodeError('payload_too_large', 'recovery.tooMuch');
}

const refusals: Partial<Record<AgeErrorCode, ConstantMessageId>> = {
  not_age: 'recovery.notRecovery',
  unsupported_version: 'recovery.notRecoveryOrNewer',
  malformed_header: 'recovery.headerDamaged',
  no_matching_key: 'recovery.passphraseWrong',
};

/**
 * Decrypts and validates a recovery file, all or nothing.
 * @throws NodeError `invalid_request` with a readable message
 */
export async function decryptRecovery(file: Uint8Array, passphrase: string): Promise<RecoveryDocument> {
  if (file.length > maxRecoveryFileBytes) throw refused('recovery.tooLarge');
  let plain: Buffer;
  try {
    plain = await turns.run('', () => decryptBytes(file, keyOf(passphrase)));
  } catch (error) {
    if (!(error instanceof AgeError)) throw error;
    throw refused(refusals[error.code] ?? 'recovery.damaged');
  }
  return readRecoveryDocument(plain);
}

/**
 * Parses the content of a recovery file; the order of the checks limits the memory that a malicious file can use.
 * @throws NodeError `invalid_request` for unknown data
 */
export function readRecoveryDocument(plain: Buffer): RecoveryDocument {
  const read = withLaterSections(parsed(plain));
  if (isSmall(field(read, 'settings')) && hasKnownRows(read)) {
    const document = recoveryDocument.safeParse(read);
    if (document.success) return document.data;
  }
  throw refused(unknownData(read));
}

function unknownData(read: unknown): Message {
  const other = field(read, 'alcove_version');
  return typeof other === 'string' && /^\d[\w.+-]{0,40}$/.test(other) && other !== version
    ? message('recovery.dataOfVersion', { version, other })
    : message('recovery.dataUnknown', { version });
}

/** Adds empty sections where a file of an earlier version lacks them. */
function withLaterSections(read: unknown): unknown {
  const rows = field(read, 'rows');
  if (typeof rows !== 'object' || rows === null) return read;
  const none = Object.fromEntries(laterSections.map((name) => [name, []]));
  return { ...(read as object), rows: { ...none, ...rows } };
}

/** Limit of lists and objects, far above that of valid files; each needs many times its two bytes. */
const maxParts = 1_000_000;

function parsed(plain: Buffer): unknown {
  let parts = 0;
  for (let at = 0; at < plain.length && parts <= maxParts; at += 1) {
    const byte = plain[at];
    if (byte === 0x5b || byte === 0x7b) parts += 1;
  }
  if (parts > maxParts) return undefined;
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

/**
 * Returns whether all rows are valid; stops at the first invalid one, because a schema of all rows would report each of
 * them.
 */
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

const refused = (text: ConstantMessageId | Message): NodeError => new NodeError('invalid_request', text);
