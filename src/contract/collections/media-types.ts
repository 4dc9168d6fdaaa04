/** Media types of the files of collections (docs/collections.md); apart from their schemas, which the app loads later. */

export const manifestType = 'application/vnd.alcove.collection+json';

/** A sold collection before its encryption. */
export const soldCollectionType = 'application/vnd.alcove.sold-collection+json';
