import { contentIdOf, parseContentId } from '../../core/content-id.ts';
import { unknownType } from '../../core/media-type/media-type.ts';
import { printable } from '../../core/printable.ts';
import { parseTonAddress } from '../../core/ton/ton-address.ts';
import type { RemoteEntry } from './repository/remote-index-repository.ts';
import type { RemoteRecord } from './repository/remote-record.ts';

/** Text limits as for local users, except descriptions, which are searched only up to this length. */
const longest = { title: 200, description: 2000, name: 100, authors: 20, hashtags: 30, type: 255 };

type Members = Readonly<Record<string, unknown>>;

const membersOf = (value: unknown): Members | undefined =>
  typeof value === 'object' && value !== null ? (value as Members) : undefined;

/** Returns a text in one line, as shown and searched; empty for any other value. */
function textOf(value: unknown, max: number): string {
  if (typeof value !== 'string') return '';
  const line = printable(value.slice(0, 4 * max).replace(/\s+/g, ' ')).trim();
  return printable(line.slice(0, max)).trim();
}

const textsOf = (value: unknown, max: number): string[] =>
  Array.isArray(value)
    ? value
        .slice(0, max)
        .map((text) => textOf(text, longest.name))
        .filter((text) => text !== '')
    : [];

const withoutHash = (hashtag: string): string => hashtag.replace(/^#\s*/, '');

function typeOf(value: unknown): string {
  const isType =
    typeof value === 'string' &&
    value.length <= longest.type &&
    /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*(;[\x20-\x7e]*)?$/.test(value);
  return isType ? value : unknownType;
}

function hashOf(value: unknown): Buffer | undefined {
  if (typeof value !== 'string') return undefined;
  try {
    return parseContentId(value).sha256;
  } catch {
    return undefined;
  }
}

/** Limits times to now, so that a future time cannot put an entry first. */
function timeOf(value: unknown, now: number): number {
  const time = typeof value === 'string' && value.length <= 40 ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? now : Math.min(now, Math.max(0, time));
}

function recordOf(members: Members, sha256: Buffer, now: number): RemoteRecord | undefined {
  const { size, owner } = members;
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) return undefined;
  return {
    contentType: typeOf(members.content_type),
    size,
    title: textOf(members.title, longest.title) || contentIdOf(sha256),
    description: textOf(members.description, longest.description),
    authors: textsOf(members.authors, longest.authors),
    hashtags: textsOf(members.hashtags, longest.hashtags).map(withoutHash).filter(Boolean),
    cover: hashOf(members.cover_id) ?? null,
    owner: (typeof owner === 'string' && parseTonAddress(owner)) || null,
    createdAt: timeOf(members.created_at, now),
    // A registered content without a key hash is not encrypted; nodes that name no hash at all may still sell it.
    isForSale: typeof members.content_address === 'string' && members.key_hash !== null,
  };
}

/**
 * Reads an item of another node's list leniently: only content id and size must be valid; other members are cut to
 * their limits or dropped, and unknown members are ignored.
 * @returns undefined for an item without a valid content id or size
 */
export function readRemoteEntry(item: unknown, now: number): RemoteEntry | undefined {
  const members = membersOf(item);
  const sha256 = hashOf(members?.content_id);
  if (!members || !sha256) return undefined;
  if (members.deleted === true) return { sha256, record: undefined };
  const stated = members.content_sha256;
  if (stated !== undefined && stated !== sha256.toString('hex')) return undefined;
  // A node that lists an unpublished content does so by mistake.
  if (members.published === false) return undefined;
  const record = recordOf(members, sha256, now);
  return record && { sha256, record };
}
