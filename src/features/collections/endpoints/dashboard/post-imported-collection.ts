import { postImportedCollection } from '../../../../contract/dashboard-api/library/collections.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import { type ImportOptions, importCollection } from '../../manifest/import.ts';

/** Creates a collection from a manifest. */
export const postImportedCollectionEndpoint = (options: ImportOptions) =>
  jsonEndpoint(postImportedCollection, ({ body }) => importCollection(options, body.content_id));
