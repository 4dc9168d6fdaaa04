import bs58 from 'bs58';
import { base32 } from 'multiformats/bases/base32';
import { bases, CID } from 'multiformats/basics';
import { NodeError } from './node-error.ts';

/** Format of every content id of this node. */
export const contentIdFormat = { version: 1, codec: 'raw', hash_algorithm: 'sha2-256' } as const;

/** Version 1, raw, sha2-256, 32 bytes of hash: the prefix of a supported CID. */
const cidPrefix = Buffer.from([0x01, 0x55, 0x12, 0x20]);
const hashLength = 32;
const canonicalSpelling = /^bafkrei[a-z2-7]{52}$/;
const hexSpelling = /^[0-9a-f]{64}$/i;
/** The longest form is base2: its prefix and 288 digits. The decoders of base10 and base58 are quadratic. */
const longestText = 320;
const longestBase58 = 44;

/** By prefix; without `identity`, which is bytes and not text. */
const textBases = new Map(
  Object.values(bases)
    .filter((base) => base.name !== 'identity')
    .map((base) => [base.prefix as string, base]),
);

/** The id of a content: the SHA-256 of its bytes. Prints as CIDv1 raw sha2-256 in base32 (`bafkrei…`). */
export class ContentId {
  readonly sha256: Buffer;

  /** @param sha256 32 bytes */
  constructor(sha256: Uint8Array) {
    if (sha256.length !== hashLength) throw new RangeError(`A SHA-256 has ${hashLength} bytes`);
    this.sha256 = Buffer.from(sha256);
  }

  /** Returns the hash as 64 lower-case hex digits. */
  get hex(): string {
    return this.sha256.toString('hex');
  }

  /** Returns the canonical form, `bafkrei…`. */
  toString(): string {
    return base32.encode(Buffer.concat([cidPrefix, this.sha256]));
  }
}

/** Returns the canonical content id of a SHA-256 (32 bytes). */
export const contentIdOf = (sha256: Uint8Array): string => new ContentId(sha256).toString();

/**
 * Parses any form of a content id: a CIDv1 raw sha2-256 in any multibase, 64 hex digits, base58 of the 32 bytes. The
 * forms are unambiguous: 32 bytes take at most 44 digits of base58, the CID takes at least 49 characters.
 * @throws NodeError `invalid_content_id`, or `unsupported_content_id` for a CID of another version, codec or hash
 */
export function parseContentId(text: string): ContentId {
  if (text.length > longestText) throw invalid();
  if (hexSpelling.test(text)) return new ContentId(Buffer.from(text, 'hex'));
  if (!canonicalSpelling.test(text)) {
    const hash = decodeBase58Hash(text);
    if (hash) return new ContentId(hash);
  }
  const cid = decodeMultibase(text);
  if (cid.length === cidPrefix.length + hashLength && cidPrefix.compare(cid, 0, cidPrefix.length) === 0) {
    return new ContentId(cid.subarray(cidPrefix.length));
  }
  throw isCid(cid) ? unsupported() : invalid();
}

function decodeBase58Hash(text: string): Uint8Array | undefined {
  if (text.length > longestBase58) return undefined;
  const bytes = bs58.decodeUnsafe(text);
  return bytes?.length === hashLength ? bytes : undefined;
}

/** A CIDv0 is base58btc without the prefix. */
function decodeMultibase(text: string): Uint8Array {
  const spelling = text.startsWith('Qm') && text.length === 46 ? `z${text}` : text;
  const prefix = String.fromCodePoint(spelling.codePointAt(0) ?? 0);
  const base = textBases.get(prefix);
  // The decoders ignore padding, even where their base has none.
  if (spelling.endsWith('=') && !base?.name.includes('pad')) throw invalid();
  try {
    return base?.decoder.decode(spelling) ?? new Uint8Array();
  } catch {
    throw invalid();
  }
}

function isCid(bytes: Uint8Array): boolean {
  try {
    CID.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const invalid = () => new NodeError('invalid_content_id', 'content.idInvalid');

const unsupported = () => new NodeError('unsupported_content_id', 'content.idUnsupported');
