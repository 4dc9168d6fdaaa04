import type { ReadingPlace } from '../../viewer/messages.ts';

/** Where each book was left, by content id, while the dashboard is open. */
export const readingPlaces = new Map<string, ReadingPlace>();
