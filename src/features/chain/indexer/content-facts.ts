import type { Cell } from '@ton/core';
import { contentIdOf, parseContentId } from '../../../core/content-id.ts';
import { unknownType } from '../../../core/media-type/media-type.ts';
import { printable } from '../../../core/printable.ts';
import { readContentMetadata } from '../contracts/content-metadata.ts';
import type { ContentFacts } from './chain-index-repository.ts';

/** Limits as for the users of this node. */
const longest = { title: 200, description: 5000, name: 100, authors: 20, hashtags: 30, type: 255 };

const nothing: ContentFacts = {
  sha256: undefined,
  cover: undefined,
  preview: undefined,
  keyHash: undefined,
  size: undefined,
  contentType: unknownType,
  title: '',
  description: '',
  authors: [],
  hashtags: [],
};

/** Reduces a text to one line of printable characters. */
function lineOf(text: string, max: number): string {
  const line = printable(text.slice(0, 4 * max).replace(/\s+/g, ' ')).trim();
  // The cut may split a character.
  return printable(line.slice(0, max)).trim();
}

/** Keeps line breaks, at most a few hundred lines. */
function textOf(text: string, max: number): string {
  const lines = text.slice(0, max).split(/\r\n?|\n/, 500);
  return lines.map(printable).join('\n').trim();
}

function namesOf(texts: readonly string[], max: number): string[] {
  const names = texts.slice(0, max).map((text) => lineOf(text, longest.name));
  return [...new Set(names.filter((name) => name !== ''))];
}

function typeOf(text: string): string {
  const isType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*(;[\x20-\x7e]*)?$/.test(text.slice(0, longest.type + 1));
  return isType && text.length <= longest.type ? text : nothing.contentType;
}

function hashOf(contentId: string): Buffer | undefined {
  try {
    return parseContentId(contentId).sha256;
  } catch {
    return undefined;
  }
}

/**
 * Returns the displayable part of a content's untrusted metadata, cut to its limits. Returns no texts when the metadata
 * names no content.
 */
export function contentFacts(metadata: Cell): ContentFacts {
  const written = readContentMetadata(metadata);
  const sha256 = written && hashOf(written.contentId);
  if (!sha256) return nothing;
  return {
    sha256,
    cover: hashOf(written.imageId),
    preview: hashOf(written.previewId),
    keyHash: written.keyHash === null ? undefined : Buffer.from(written.keyHash, 'hex'),
    contentType: typeOf(written.contentType),
    size: written.size ?? undefined,
    title: lineOf(written.title, longest.title) || contentIdOf(sha256),
    description: textOf(written.description, longest.description),
    authors: namesOf(written.authors, longest.authors),
    hashtags: namesOf(
      written.hashtags.map((hashtag) => hashtag.slice(0, 400).replace(/^\s*#\s*/, '')),
      longest.hashtags,
    ),
  };
}
