import type { CollectionKind } from '../../contract/collections/manifest.ts';
import type { RawAddress } from '../../core/ton/ton-address.ts';

/** The details of a collection; times in milliseconds. */
export interface CollectionRow {
  number: number;
  id: string;
  kind: CollectionKind;
  title: string;
  description: string;
  artists: string[];
  /** The SHA-256 of a stored image. */
  cover: Buffer | null;
  /** The followed wallet that published it; null: a collection of the user. */
  owner: RawAddress | null;
  createdAt: number;
  updatedAt: number;
}

/** A collection with the totals of its entries. */
export interface CollectionSummary extends CollectionRow {
  parentId: string | null;
  parentTitle: string | null;
  items: number;
  contents: number;
  size: number;
  /** The length of all sound and films in milliseconds. */
  lengthMs: number;
  /** Number of sounds and films, also of unknown length. */
  tracks: number;
  /** Pictures of its first contents. */
  pictures: EntryPicture[];
}

/** The cover of a content, or its thumbnail with the time at which that was made. */
export type EntryPicture = { cover: Buffer } | { thumbnail: Buffer; madeAt: number };

export interface NewRow
  extends Omit<CollectionRow, 'number' | 'cover' | 'owner' | 'createdAt' | 'updatedAt'> {
  parentId: string | null;
}

export type RowEdit = {
  [Field in 'kind' | 'title' | 'description' | 'artists' | 'cover']?: CollectionRow[Field] | undefined;
};

/** The facts about a content that its entry contains. */
export interface ContentFacts {
  sha256: Buffer;
  name: string;
  size: number;
  contentType: string;
}

/** Names an entry: a content by its hash, or a collection by its id. */
export type EntryKey = { sha256: Buffer } | { id: string };

export type NewEntry = ContentFacts | { id: string };

/** `durationMs`: the length of sound or film, null while unknown. */
export type EntryRow = (ContentFacts & { durationMs: number | null }) | { child: number };

/** Reason why a change of collections is refused. */
export type Refusal = 'not_found' | 'in_itself' | 'too_deep' | 'full' | 'all_full' | 'too_many';

export interface InsertResult {
  added: number;
  alreadyThere: number;
}
