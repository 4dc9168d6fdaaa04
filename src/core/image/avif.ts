import { av1Size } from './av1-size.ts';
import { bigEndian, nameAt } from './bytes.ts';
import type { ImageHeader } from './image-header.ts';

/** A box of ISO/IEC 14496-12: the start and end of its content. */
interface Box {
  type: string;
  start: number;
  end: number;
}

const maxBoxes = 1000;
/** Limit of pictures: the picture, its transparency, and additions of some encoders; each is decoded separately. */
const maxPictures = 4;
/** Items that are not pictures. Composed pictures are refused, because their parts have sizes of their own. */
const otherItems = new Set(['Exif', 'mime', 'uri ']);

/** Reads an AVIF (AV1 Image File Format) with one picture. */
export function readAvif(bytes: Uint8Array): ImageHeader | undefined {
  const boxes = boxesIn(bytes, 0, bytes.length);
  const [brands, meta] = [find(boxes, 'ftyp'), find(boxes, 'meta')];
  if (!brands || !meta || boxes.filter(({ type }) => type === 'meta').length > 1) return undefined;
  const isAnimated = find(boxes, 'moov') !== undefined || brandsOf(bytes, brands).has('avis');
  const parts = boxesIn(bytes, meta.start + 4, meta.end);
  const located = picturesIn(bytes, parts);
  const stated = statedSizes(bytes, parts);
  if (!located || stated.length === 0) return undefined;
  const sizes = [...stated, ...located.map(({ start, end }) => av1Size(bytes.subarray(start, end)))];
  let [width, height] = [0, 0];
  for (const size of sizes) {
    if (!size) return undefined;
    width = Math.max(width, size.width);
    height = Math.max(height, size.height);
  }
  return { width, height, isAnimated };
}

/** Returns the adjacent boxes in a range; none if they are truncated or too many for a picture. */
function boxesIn(bytes: Uint8Array, start: number, end: number): Box[] {
  const boxes: Box[] = [];
  let at = start;
  while (at + 8 <= end) {
    const short = bigEndian(bytes, at, 4);
    const head = short === 1 ? 16 : 8;
    const length = short === 1 ? bigEndian(bytes, at + 8, 8) : short;
    const next = short === 0 ? end : at + length;
    if (next < at + head || next > end || boxes.length === maxBoxes) return [];
    boxes.push({ type: nameAt(bytes, at + 4), start: at + head, end: next });
    at = next;
  }
  return boxes;
}

const find = (boxes: readonly Box[], name: string): Box | undefined =>
  boxes.find(({ type }) => type === name);

function brandsOf(bytes: Uint8Array, { start, end }: Box): Set<string> {
  const brands = new Set([nameAt(bytes, start)]);
  for (let at = start + 8; at + 4 <= end; at += 4) brands.add(nameAt(bytes, at));
  return brands;
}

/** Returns the sizes stated in the properties of items. */
function statedSizes(bytes: Uint8Array, meta: readonly Box[]): { width: number; height: number }[] {
  const properties = find(meta, 'iprp');
  const container = properties && find(boxesIn(bytes, properties.start, properties.end), 'ipco');
  if (!container) return [];
  return boxesIn(bytes, container.start, container.end)
    .filter(({ type }) => type === 'ispe')
    .map(({ start }) => ({
      width: bigEndian(bytes, start + 4, 4),
      height: bigEndian(bytes, start + 8, 4),
    }));
}

/** Returns the ranges of the coded pictures; undefined without one, or for an unknown structure. */
function picturesIn(bytes: Uint8Array, meta: readonly Box[]): { start: number; end: number }[] | undefined {
  const [infos, locations] = [find(meta, 'iinf'), find(meta, 'iloc')];
  const isTwice = (name: string) => meta.filter(({ type }) => type === name).length > 1;
  if (!infos || !locations || ['iinf', 'iloc', 'iprp', 'idat'].some(isTwice)) return undefined;
  const coded = new Set<number>();
  const first = infos.start + (bytes[infos.start] === 0 ? 6 : 8);
  for (const { type, start } of boxesIn(bytes, first, infos.end)) {
    const version = bytes[start] ?? 0;
    const wide = version === 3 ? 4 : 2;
    const kind = nameAt(bytes, start + 6 + wide);
    if (type !== 'infe' || version < 2) return undefined;
    if (kind === 'av01') coded.add(bigEndian(bytes, start + 4, wide));
    else if (!otherItems.has(kind)) return undefined;
  }
  if (coded.size === 0 || coded.size > maxPictures) return undefined;
  const places = placesOf(bytes, locations, find(meta, 'idat'));
  const found = [...coded].map((id) => places?.get(id));
  return found.every((place) => place !== undefined) ? found : undefined;
}

/** Returns the range of each item; undefined if one is fragmented or stated twice. */
function placesOf(
  bytes: Uint8Array,
  { start, end }: Box,
  inside: Box | undefined,
): Map<number, { start: number; end: number }> | undefined {
  const version = bytes[start] ?? 0;
  const [offsetSize, lengthSize] = halves(bytes[start + 4] ?? 0);
  const [baseSize, indexSize] = halves(bytes[start + 5] ?? 0);
  const idSize = version < 2 ? 2 : 4;
  const places = new Map<number, { start: number; end: number }>();
  let at = start + 6 + idSize;
  while (at < end) {
    const id = bigEndian(bytes, at, idSize);
    at += idSize;
    const isInside = version > 0 && bigEndian(bytes, at, 2) % 16 === 1;
    at += version > 0 ? 4 : 2;
    const base = bigEndian(bytes, at, baseSize) + (isInside ? (inside?.start ?? 0) : 0);
    at += baseSize;
    if (bigEndian(bytes, at, 2) !== 1 || places.has(id)) return undefined;
    at += 2 + (version > 0 ? indexSize : 0);
    const from = base + bigEndian(bytes, at, offsetSize);
    const length = bigEndian(bytes, at + offsetSize, lengthSize);
    places.set(id, { start: from, end: length === 0 ? bytes.length : from + length });
    at += offsetSize + lengthSize;
  }
  return places;
}

const halves = (byte: number): [number, number] => [byte >> 4, byte & 15];
