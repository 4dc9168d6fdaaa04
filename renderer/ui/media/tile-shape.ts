import { kindOfType } from '../../../src/contract/dashboard-api/library/content-kind.ts';
/** The shape of a picture: 1:1 for music, 2:3 for books, 16:9 for films; photos are uncropped in 4:3. */
export type TileShape = 'square' | 'book' | 'film' | 'photo';

/** Width of a picture, divided by its height. */
export const tileRatios: Record<TileShape, number> = {
  square: 1,
  book: 2 / 3,
  film: 16 / 9,
  photo: 4 / 3,
};

/** The shapes in lists of one kind of contents. */
export const kindShapes: Partial<Record<string, TileShape>> = {
  music: 'square',
  video: 'film',
  books: 'book',
  photos: 'photo',
};

/** Returns the shape for a media type. */
export const shapeOf = (contentType: string): TileShape =>
  kindShapes[kindOfType(contentType.trim().toLowerCase())] ?? 'square';
