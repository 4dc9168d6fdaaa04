/** One part of an upload: where it begins, its bytes, and whether nothing follows. */
export interface UploadPart {
  start: number;
  bytes: Blob;
  last: boolean;
}

/** Gives the part that begins at `start`; undefined where that is no longer, or not yet, at hand. */
export type PartReader = (start: number) => Promise<UploadPart | undefined>;

export function partsOf(content: Blob | ReadableStream<Uint8Array>, partBytes: number): PartReader {
  return content instanceof Blob ? partsOfBlob(content, partBytes) : partsOfStream(content, partBytes);
}

function partsOfBlob(content: Blob, partBytes: number): PartReader {
  return async (start) => {
    if (start > content.size) return undefined;
    const end = Math.min(content.size, start + partBytes);
    return { start, bytes: content.slice(start, end), last: end === content.size };
  };
}

/** A stream goes forward only; the part in hand is kept until the node asks for what is after it. */
function partsOfStream(stream: ReadableStream<Uint8Array>, partBytes: number): PartReader {
  const reader = stream.getReader();
  let held: Uint8Array[] = [];
  let heldFrom = 0;
  let heldBytes = 0;
  let ended = false;
  return async (start) => {
    if (start < heldFrom || start > heldFrom + heldBytes) return undefined;
    if (start > heldFrom) {
      const rest = new Blob(held as BlobPart[]).slice(start - heldFrom);
      held = rest.size === 0 ? [] : [new Uint8Array(await rest.arrayBuffer())];
      heldFrom = start;
      heldBytes = rest.size;
    }
    // One byte more than a part tells that this one is not the last.
    while (!ended && heldBytes <= partBytes) {
      const { done, value } = await reader.read();
      if (done) ended = true;
      else {
        held.push(value);
        heldBytes += value.byteLength;
      }
    }
    const whole = new Blob(held as BlobPart[]);
    return { start, bytes: whole.slice(0, partBytes), last: ended && heldBytes <= partBytes };
  };
}
