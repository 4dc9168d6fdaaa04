import { unknownType } from '../../../core/media-type/media-type.ts';

/**
 * SQL of the media type that a record shows; for an encrypted file it is the type of the plain file, from its content
 * key or else from its registration.
 */
export const shownType = `iif(contents.content_type <> '${unknownType}', contents.content_type, coalesce(
  (SELECT content_keys.content_type FROM content_keys WHERE sealed_sha256 = contents.sha256),
  (SELECT chain_contents.content_type FROM chain_contents WHERE platform IN (SELECT id FROM platforms)
     AND chain_contents.sha256 = contents.sha256 AND key_hash IS NOT NULL ORDER BY chain_contents.id LIMIT 1),
  contents.content_type))`;
