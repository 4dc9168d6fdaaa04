import type { StorageState } from '../../../src/contract/dashboard-api/storage.ts';
import { GB } from '../../../src/contract/units.ts';
import { formatBytes, typableNumber } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';

/** A segment of a bar. */
export interface Segment {
  /** Selects its colour and pattern. */
  id: 'own' | 'users' | 'pinned' | 'subscribed' | 'copies' | 'trash' | 'others' | 'free' | 'floor';
  label: string;
  bytes: number;
  /** Number of files; null if it is unknown. */
  contents: number | null;
}

const uses = ['own', 'users', 'pinned', 'subscribed', 'copies', 'trash'] as const;

export function storeSegments({ used }: Pick<StorageState, 'used'>): Segment[] {
  return uses.map((id) => ({ id, label: t(`storage.segments.${id}`), ...used[id] }));
}

export function storedBytes({ used }: Pick<StorageState, 'used'>): number {
  return uses.reduce((sum, id) => sum + used[id].bytes, 0);
}

/** Returns the bytes that are not evicted. */
export function stayingBytes(storage: Pick<StorageState, 'used'>): number {
  return storedBytes(storage) - storage.used.copies.bytes - storage.used.trash.bytes;
}

export function diskSegments(storage: Pick<StorageState, 'used' | 'disk'>): Segment[] {
  const { free_bytes: free, total_bytes: total, floor_bytes: floor } = storage.disk;
  const stored = Math.min(storedBytes(storage), Math.max(0, total - free));
  const untouched = Math.min(floor, free);
  const part = (id: Segment['id'], label: string, bytes: number) => ({ id, label, bytes, contents: null });
  return [
    part('own', t('storage.segments.stored'), stored),
    part('others', t('storage.segments.others'), Math.max(0, total - free - stored)),
    part('free', t('storage.segments.free'), free - untouched),
    part('floor', t('storage.segments.floor'), untouched),
  ];
}

/** Returns size and count: `12 MB in 3 files` */
export function segmentLabel({ bytes, contents }: Pick<Segment, 'bytes' | 'contents'>): string {
  const size = formatBytes(bytes);
  return contents === null ? size : t('storage.sizeInFiles', { size, count: contents });
}

/** Returns a size as text in GB, rounded down to hundredths from 1 GB on; empty if there is no limit. */
export function sizeText(bytes: number | null | undefined): string {
  if (bytes == null) return '';
  return typableNumber(bytes < GB ? bytes / GB : Math.floor((bytes * 100) / GB) / 100);
}

/** Parses a size; null for empty input, undefined for invalid input. */
export function parseSize(typed: string): number | null | undefined {
  const text = typed.trim().replace(',', '.');
  if (text === '') return null;
  if (!/^\d{1,6}(\.\d{1,9})?$/.test(text)) return undefined;
  return Math.round(Number(text) * GB);
}
