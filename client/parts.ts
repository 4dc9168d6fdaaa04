/** One part of an upload: its offset, its bytes, and whether it is the last. */
export interface UploadPart {
  start: number;
  bytes: Blob;
  last: boolean;
}

/** Returns the part that begins at `start`; undefined if the source no longer has it or has not reached it yet. */
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

/** Reads a stream in parts; the current part is kept until the node requests the next one. */
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
    // One byte beyond a part shows that the part is not the last.
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
