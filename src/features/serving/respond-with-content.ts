import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';
import type { ByteRange } from '../../core/bytes/byte-range.ts';
import { contentIdOf, parseContentId } from '../../core/content-id.ts';
import { dispositionFor } from '../../core/media-type/media-type.ts';
import { NodeError } from '../../core/node-error.ts';
import type { Endpoint, RequestContext } from '../../platform/http/endpoint/endpoint.ts';
import { describeFile, type SentFile, sendFile } from '../../platform/http/file-responses/send-file.ts';
import type { Pace } from '../../platform/net/transfers/bandwidth.ts';
import type { Content } from '../content/index.ts';
import type { LicensedContents } from '../licensing/index.ts';
import { type ReadCatalogue, ReadThroughReader, type RemoteSource } from './read-through-reader.ts';

export interface ContentResponseServices {
  catalogue: ReadCatalogue;
  licensed: Pick<LicensedContents, 'isLink' | 'open' | 'refuseRestricted'>;
  remote: RemoteSource;
  /** Returns the speed limit of a request's sender, if any. */
  paceFor(request: IncomingMessage): Pace | undefined;
}

interface ContentRequest {
  params: { id: string };
  query: { download?: '1' | undefined; access?: string | undefined };
}

/** Responds to a request for the bytes of a content, by its id or by an access link. */
export async function respondWithContent(
  services: ContentResponseServices,
  { params, query: { access, ...query } }: ContentRequest,
  context: RequestContext,
): Promise<'sent'> {
  const { sha256 } = parseContentId(params.id);
  const download = query.download === '1';
  if (access !== undefined) return sendLinked(services, { sha256, access, download }, context);
  services.licensed.refuseRestricted(sha256);
  return sendStored(services, sha256, download, context);
}

async function sendStored(
  { catalogue, remote, paceFor }: ContentResponseServices,
  sha256: Buffer,
  download: boolean,
  context: RequestContext,
): Promise<'sent'> {
  const reader = new ReadThroughReader(catalogue, remote);
  const content = await reader.get(sha256, context);
  const sendTo = (out: Writable, range: ByteRange | undefined) => reader.send(out, content, range, context);
  return sendFile(storedFile(content, download), context, sendTo, paceFor(context.request));
}

/** Descriptions of contents, kept while the catalogue caches the content; a changed content is another object. */
const downloaded = new WeakMap<Content, SentFile>();
const shown = new WeakMap<Content, SentFile>();

function storedFile(content: Content, download: boolean): SentFile {
  const described = download ? downloaded : shown;
  const known = described.get(content);
  if (known) return known;
  const { name, contentType, size, createdAt, sha256 } = content;
  const file = describeFile({
    name: name || contentIdOf(sha256),
    contentType,
    size,
    createdAt,
    etag: sha256.toString('hex'),
    disposition: download ? 'attachment' : dispositionFor(contentType),
    cacheControl: 'public, max-age=31536000, immutable',
    digest: sha256,
  });
  described.set(content, file);
  return file;
}

/** Sends the plain bytes of an access link; caches must not store sold ones. */
async function sendLinked(
  { licensed, paceFor }: ContentResponseServices,
  { sha256, access, download }: { sha256: Buffer; access: string; download: boolean },
  context: RequestContext,
): Promise<'sent'> {
  const opened = await licensed.open(sha256, access);
  try {
    const { contentType, size, createdAt, etag, downloadable } = opened;
    const isAttachment = downloadable && (download || dispositionFor(contentType) === 'attachment');
    const file = describeFile({
      name: opened.name || contentIdOf(sha256),
      contentType,
      size,
      createdAt,
      etag,
      disposition: isAttachment ? 'attachment' : 'inline',
      cacheControl: opened.isSold ? 'private, no-store' : 'private, max-age=3600',
    });
    const sendTo = (out: Writable, range: ByteRange | undefined) => opened.sendTo(out, range);
    return await sendFile(file, context, sendTo, paceFor(context.request));
  } finally {
    await opened.close();
  }
}

/** Returns whether this node signed the link, which viewers with an opaque origin may follow. */
export const isSignedLink =
  ({ licensed }: Pick<ContentResponseServices, 'licensed'>): NonNullable<Endpoint['isCapability']> =>
  ({ params: { id = '' }, query: { access } }) => {
    const sha256 = access === undefined ? undefined : hashOf(id);
    return access !== undefined && sha256 !== undefined && licensed.isLink(sha256, access);
  };

function hashOf(id: string): Buffer | undefined {
  try {
    return parseContentId(id).sha256;
  } catch (error) {
    if (error instanceof NodeError) return undefined;
    throw error;
  }
}
