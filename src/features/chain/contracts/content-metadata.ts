import type { Cell } from '@ton/core';
import { onChainMetadata, readMetadata } from './metadata.ts';

/** On-chain metadata of a content (docs/chain.md). */
export interface ContentMetadata {
  title: string;
  description: string;
  authors: string[];
  hashtags: string[];
  contentId: string;
  /** Empty when there is none. */
  imageId: string;
  /** Id of a plain content for viewers without a licence; empty when there is none. */
  previewId: string;
  contentType: string;
  /** Size in bytes; null when not stated. */
  size: number | null;
  /** SHA-256 of the key text of encrypted content. */
  keyHash: string | null;
}

/** Limit in bytes, above that of the platform. */
const maxBytes = 64 * 1024;
const maxEntries = 100;

const names = [
  'name',
  'description',
  'authors',
  'hashtags',
  'content_id',
  'image_id',
  'preview_id',
  'content_type',
  'size',
  'key_hash',
] as const;

/**
 * Builds the metadata for registering a content.
 * @param urls of cover and preview, for wallets and markets, which do not support content ids
 */
export function contentMetadataCell(
  content: ContentMetadata,
  urls: { image?: string | undefined; preview?: string | undefined } = {},
): Cell {
  return onChainMetadata({
    name: content.title,
    description: content.description,
    ...(urls.image !== undefined && { image: urls.image }),
    ...(urls.preview !== undefined && { content_url: urls.preview }),
    authors: JSON.stringify(content.authors),
    hashtags: JSON.stringify(content.hashtags),
    content_id: content.contentId,
    image_id: content.imageId,
    ...(content.previewId !== '' && { preview_id: content.previewId }),
    content_type: content.contentType,
    ...(content.size !== null && { size: String(content.size) }),
    ...(content.keyHash !== null && { key_hash: content.keyHash }),
  });
}

/**
 * Reads untrusted metadata: texts of at most 64 KiB together, whose meaning the caller checks. URLs are skipped because
 * they are neither fetched nor shown.
 * @returns undefined when it names no content
 */
export function readContentMetadata(metadata: Cell): ContentMetadata | undefined {
  const fields = readMetadata(metadata, names, maxBytes);
  if (!fields?.content_id) return undefined;
  return {
    title: fields.name ?? '',
    description: fields.description ?? '',
    authors: readTexts(fields.authors),
    hashtags: readTexts(fields.hashtags),
    contentId: fields.content_id,
    imageId: fields.image_id ?? '',
    previewId: fields.preview_id ?? '',
    contentType: fields.content_type ?? '',
    size: readSize(fields.size),
    keyHash: /^[0-9a-f]{64}$/.test(fields.key_hash ?? '') ? (fields.key_hash ?? null) : null,
  };
}

/** Parses a JSON array of texts; returns an empty array for anything else. */
function readTexts(json = '[]'): string[] {
  try {
    const value: unknown = JSON.parse(json);
    if (!Array.isArray(value) || value.length > maxEntries) return [];
    return value.filter((entry) => typeof entry === 'string');
  } catch {
    return [];
  }
}

function readSize(text = ''): number | null {
  const size = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(size) ? size : null;
}
