import { createHash } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { EncryptedShares } from './encrypted-shares.ts';
import type { Companion, ShareCompanionRepository } from './repository/share-companion-repository.ts';
import type { SharePartRepository } from './repository/share-part-repository.ts';
import type { ShareKey, ShareRepository, ShareRow } from './repository/share-repository.ts';
import type { ReadContent, ShareableContent } from './send-content.ts';

/** The contents of this node. */
export interface ShareableContents {
  /** Returns a content; undefined when it is not stored here. */
  find(sha256: Buffer): ShareableContent | undefined;
  read: ReadContent;
  /** Returns the picture that this node made of a content, if it may be shown. */
  thumbnail(sha256: Buffer): { type: string; bytes: Buffer } | undefined;
  /** Returns the preview of a content for sale, if everybody may open it. */
  previewOf(sha256: Buffer): Buffer | undefined;
}

interface Options {
  shares: ShareRepository;
  companions: ShareCompanionRepository;
  parts: SharePartRepository;
  contents: ShareableContents;
  encrypted: Pick<EncryptedShares, 'restrictedAs'>;
  clock: Clock;
}

/**
 * Decides which contents are on a public node only because other contents there need them: pictures, previews, and
 * parts of collections.
 */
export class ShareCompanions {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Records the pictures and previews to send together with a content.
   * @param pictureOf the content whose thumbnail stands for this one if it has no cover
   * @returns the shares to start and those to unshare, and whether anything changed
   */
  record(
    content: ShareableContent,
    { host, way, pictureOf }: Pick<ShareRow, 'host' | 'way'> & { pictureOf: Buffer },
  ): { added: ShareKey[]; orphaned: ShareKey[]; isChanged: boolean } {
    const { companions } = this.#options;
    const key = { sha256: content.sha256, host };
    const before = companions.of(key);
    const wanted = this.#wantedFor(content, pictureOf);
    for (const { role } of before) {
      if (!wanted.some((one) => one.role === role)) companions.remove(key, role);
    }
    for (const one of wanted) companions.put(key, one);
    const added = wanted
      .map(({ companion }) => ({ sha256: companion, host }))
      .filter((one) => this.#add(one, way));
    const kept = new Set(wanted.map(({ companion }) => companion.toString('hex')));
    const former = before.map(({ companion }) => companion).filter((one) => !kept.has(one.toString('hex')));
    const known = new Set(before.map(({ companion }) => companion.toString('hex')));
    const isChanged = former.length > 0 || [...kept].some((one) => !known.has(one));
    return { added, orphaned: this.#orphans(former, host), isChanged };
  }

  /**
   * Removes the pictures and previews of a content. @returns the shares to unshare, which no other content there needs
   */
  remove(key: ShareKey): ShareKey[] {
    const { companions, parts } = this.#options;
    const before = [...companions.of(key).map(({ companion }) => companion), ...partsOf(parts.partsOf(key))];
    for (const { role } of companions.of(key)) companions.remove(key, role);
    parts.remove(key);
    return this.#orphans(before, key.host);
  }

  /** Removes the thumbnails of a content that may no longer be shown. @returns the shares to unshare */
  removeThumbnails(source: Buffer): ShareKey[] {
    const { companions, shares } = this.#options;
    return companions.ofSource(source).flatMap(({ sha256, host, ...one }) => {
      companions.remove({ sha256, host }, one.role);
      shares.outdate({ sha256, host });
      return this.#orphans([one.companion], host);
    });
  }

  /** Returns the cover of a content, if the public node has it. */
  coverOf(key: ShareKey): Buffer | undefined {
    const cover = this.#options.companions.of(key).find(({ role }) => role === 'cover');
    const share = cover && this.#options.shares.get({ sha256: cover.companion, host: key.host });
    return share?.state === 'shared' ? cover?.companion : undefined;
  }

  /** Marks the texts of shares as outdated, because their cover has arrived or left; returns them. */
  markCovered(key: ShareKey): ShareKey[] {
    const { companions, shares } = this.#options;
    const covered = companions.with(key).filter(({ role }) => role === 'cover');
    for (const one of covered) shares.outdate(one);
    return covered;
  }

  /** Returns a stored content, or the thumbnail that a share consists of. */
  find(key: ShareKey): { content: ShareableContent; read: ReadContent } | undefined {
    const { contents } = this.#options;
    const content = contents.find(key.sha256);
    return content ? { content, read: contents.read } : this.#picture(key);
  }

  #wantedFor({ sha256, cover, contentType }: ShareableContent, pictureOf: Buffer): Companion[] {
    const { contents, encrypted } = this.#options;
    const wanted: Companion[] = [];
    const isPicture = contentType.startsWith('image/');
    if (cover && contents.find(cover) && !encrypted.restrictedAs(cover))
      wanted.push({ role: 'cover', companion: cover, source: null });
    else if (!isPicture) {
      const thumbnail = contents.thumbnail(pictureOf);
      if (thumbnail) wanted.push({ role: 'cover', companion: hashOf(thumbnail.bytes), source: pictureOf });
    }
    const preview = contents.previewOf(sha256);
    if (preview && contents.find(preview)) wanted.push({ role: 'preview', companion: preview, source: null });
    return wanted;
  }

  /** Adds the share of a picture or preview, unless it is there. @returns whether it was added */
  #add(key: ShareKey, way: ShareRow['way']): boolean {
    const { shares, clock } = this.#options;
    const former = shares.get(key);
    if (former?.state === 'waiting' || former?.state === 'shared') return false;
    // A failed share of the picture itself is retried only by the owner.
    if (former?.state === 'failed' && !former.isCompanion) return false;
    // No other account can unshare it.
    if (former?.state === 'withdrawing' && former.way !== way) return false;
    const found = this.find(key)?.content;
    if (!found) return false;
    const { name, size } = found;
    const about = { listed: false, keyState: 'none', isCompanion: true } as const;
    shares.add({ ...key, ...about, way, name, size, askedAt: clock() });
    return true;
  }

  /** Returns those of the given contents that the owner did not share and no content there needs. */
  #orphans(former: readonly Buffer[], host: string): ShareKey[] {
    const { shares, companions, parts } = this.#options;
    const unique = new Map(former.map((sha256) => [sha256.toString('hex'), { sha256, host }]));
    return [...unique.values()].filter((key) => {
      const row = shares.get(key);
      const isAsked = !row?.isCompanion && !row?.isPart;
      if (isAsked || row.state === 'withdrawing') return false;
      return companions.with(key).length === 0 && parts.collectionsWith(key).length === 0;
    });
  }

  #picture(key: ShareKey): { content: ShareableContent; read: ReadContent } | undefined {
    const { companions, contents } = this.#options;
    for (const { source } of companions.with(key)) {
      const thumbnail = source && contents.thumbnail(source);
      // The thumbnail may have been replaced since.
      if (!thumbnail || !hashOf(thumbnail.bytes).equals(key.sha256)) continue;
      const { type: contentType, bytes } = thumbnail;
      const texts = { name: 'cover', title: '', description: '', authors: [], hashtags: [], cover: null };
      return {
        content: { ...texts, sha256: key.sha256, size: bytes.length, contentType, updatedAt: 0 },
        read: async (out, _, { start, end }) => void out.end(bytes.subarray(start, end + 1)),
      };
    }
    return undefined;
  }
}

const partsOf = (keys: readonly ShareKey[]): Buffer[] => keys.map(({ sha256 }) => sha256);

const hashOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
