/** Sources of an upload: a `File` or other `Blob`, bytes, a stream of bytes, or in Node the path of a file. */
export type UploadSource =
  | Blob
  | Uint8Array
  | AsyncIterable<Uint8Array>
  | ReadableStream<Uint8Array>
  | string;

/** The bytes to send, and the name of the source. */
export interface OpenedSource {
  content: Blob | ReadableStream<Uint8Array>;
  name: string | undefined;
}

/** Opens a source for reading. @throws TypeError for a path in a browser, or the error of the system */
export async function openSource(source: UploadSource): Promise<OpenedSource> {
  if (typeof source === 'string') return openFile(source);
  if (source instanceof Blob)
    return { content: source, name: 'name' in source ? String(source.name) : undefined };
  if (source instanceof Uint8Array) return { content: new Blob([source as BlobPart]), name: undefined };
  return { content: source instanceof ReadableStream ? source : streamOf(source), name: undefined };
}

/**
 * Opens a file as a blob, which is read while it is sent. A static import of Node's modules would break bundlers for
 * browsers.
 */
async function openFile(path: string): Promise<OpenedSource> {
  if (!('process' in globalThis)) throw new TypeError('Browsers can upload a File or Blob, but no path.');
  const { openAsBlob } = process.getBuiltinModule('node:fs');
  const { basename } = process.getBuiltinModule('node:path');
  return { content: await openAsBlob(path), name: basename(path) };
}

function streamOf(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      pull: async (controller) => {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: async (reason) => {
        await iterator.return?.(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
