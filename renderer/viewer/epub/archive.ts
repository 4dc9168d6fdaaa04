import { configure, type FileEntry, Reader, ZipReader } from '@zip.js/zip.js/lib/zip-core-custom.js';
import { BookProblem } from './book-problem.ts';

/** Reads bytes of the file of the book. */
export type LoadBytes = (from: number, length: number) => Promise<Uint8Array>;

/** Bytes that may still be decompressed for one purpose, such as a chapter with its images. */
export interface ByteBudget {
  remaining: number;
}

/** The largest number of files in a book. */
const maxEntries = 20_000;
/** Limit of bytes that are loaded at once, including the directory of the archive. */
const maxLoaded = 16 * 1024 * 1024;

// Without WebAssembly, which the policy of the frame forbids, and without workers, because the frame is a separate
// process.
configure({ useWebWorkers: false, useCompressionStream: true, chunkSize: 512 * 1024 });

/** The files of a book. Decompresses only what is read, and never more than the caller allows. */
export class BookArchive {
  readonly #entries: ReadonlyMap<string, FileEntry>;

  private constructor(entries: ReadonlyMap<string, FileEntry>) {
    this.#entries = entries;
  }

  /** Reads the directory of an archive. @throws BookProblem */
  static async open(load: LoadBytes, size: number): Promise<BookArchive> {
    const entries = new Map<string, FileEntry>();
    const zip = new ZipReader(new RangeReader(load, size));
    let seen = 0;
    for await (const entry of zip.getEntriesGenerator()) {
      seen += 1;
      if (seen > maxEntries) throw new BookProblem('too_large');
      if (!entry.directory) entries.set(entry.filename, entry);
    }
    return new BookArchive(entries);
  }

  has(path: string): boolean {
    return this.#entries.has(path);
  }

  /** Decompresses a file. @throws BookProblem */
  async read(path: string, budget: ByteBudget): Promise<Blob> {
    const entry = this.#entries.get(path);
    if (!entry) throw new BookProblem('unreadable');
    if (entry.encrypted) throw new BookProblem('protected');
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const writable = new WritableStream<Uint8Array<ArrayBuffer>>({
      write: (part) => {
        // The size that the archive states may be wrong.
        budget.remaining -= part.length;
        if (budget.remaining < 0) throw new BookProblem('too_large');
        parts.push(part);
      },
    });
    await entry.getData(writable);
    return new Blob(parts);
  }

  /** Reads a text, in UTF-8 unless a byte order mark states another encoding. @throws BookProblem */
  async readText(path: string, budget: ByteBudget): Promise<string> {
    const bytes = new Uint8Array(await (await this.read(path, budget)).arrayBuffer());
    const [first, second] = bytes;
    const isLittle = first === 0xff && second === 0xfe;
    const isBig = first === 0xfe && second === 0xff;
    return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8').decode(bytes);
  }
}

class RangeReader extends Reader<null> {
  readonly #load: LoadBytes;

  constructor(load: LoadBytes, size: number) {
    super(null);
    this.#load = load;
    this.size = size;
  }

  override async readUint8Array(from: number, length: number): Promise<Uint8Array> {
    const some = Math.min(length, this.size - from);
    if (some > maxLoaded) throw new BookProblem('too_large');
    return some > 0 ? this.#load(from, some) : new Uint8Array();
  }
}
