import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import type { ContentEdit } from '../../../src/contract/node-api/content.ts';

/** The fields of a record that a user can edit. */
export interface Details {
  title: string;
  description: string;
  authors: string[];
  hashtags: string[];
  coverId: string | null;
  published: boolean;
}

export function detailsOf(content: LocalContent): Details {
  const { title, description, authors, hashtags, cover_id: coverId, published } = content;
  return { title, description, authors, hashtags, coverId, published };
}

/** Returns only the changed fields, so that simultaneous edits keep each other's changes. */
export function editOf(content: LocalContent, details: Details): ContentEdit {
  const before = detailsOf(content);
  const differs = (name: keyof Details) => JSON.stringify(before[name]) !== JSON.stringify(details[name]);
  return {
    ...(differs('title') && { title: details.title.trim() }),
    ...(differs('description') && { description: details.description.trim() }),
    ...(differs('authors') && { authors: details.authors }),
    ...(differs('hashtags') && { hashtags: details.hashtags }),
    ...(differs('coverId') && { cover_id: details.coverId }),
    ...(differs('published') && { published: details.published }),
  };
}
