import { bytesNamed, type Seeded } from '../../support/seeded.ts';

/** A request that can succeed, and the expected bytes. */
export interface Readable {
  id: string;
  bytes(): Buffer;
}

/**
 * The result of a request: `gone` if the node no longer responds, `cut` if the response ended early, otherwise the code
 * of the refusal.
 */
type Outcome = 'read' | 'wrong' | 'cut' | 'gone' | (string & {});

/** A user who repeatedly opens files, whole or in part, and checks every byte. */
export class Readers {
  readonly #seeded: Seeded;
  /** Unexpected results. */
  readonly wrong: string[] = [];
  /** Number of files and parts that were read completely. */
  read = 0;
  /** Numbers of failed reads by the code of the response; `cut`: the response ended early. */
  readonly refused = new Map<string, number>();

  constructor(seeded: Seeded) {
    this.#seeded = seeded;
  }

  /** Reads until the node no longer responds, or the signal is aborted. */
  async run(nodeUrl: string, files: () => readonly Readable[], signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.open(nodeUrl, this.#seeded.of(files()), signal)) !== 'gone');
  }

  /** Reads a file, or the rest of it from an offset. */
  async open(nodeUrl: string, file: Readable, signal?: AbortSignal): Promise<Outcome> {
    const expected = file.bytes();
    const start = this.#seeded.happens(0.3) ? this.#seeded.below(expected.length) : 0;
    const headers = { range: start > 0 ? `bytes=${start}-` : 'bytes=0-' };
    const answer = await fetch(`${nodeUrl}/api/v1/storage/${file.id}`, {
      headers,
      ...(signal && { signal }),
    }).catch(() => undefined);
    if (!answer) return 'gone';
    if (answer.status !== 206) {
      const { code } = ((await answer.json().catch(() => undefined)) ?? { code: 'gone' }) as { code: string };
      return this.#count(code);
    }
    let at = start;
    try {
      for await (const chunk of answer.body ?? []) {
        if (!expected.subarray(at, at + chunk.length).equals(chunk)) {
          this.wrong.push(`${file.id} from ${at} on`);
          return 'wrong';
        }
        at += chunk.length;
      }
    } catch {
      // The node was killed, or found damage, during the response; the bytes received before were correct.
      return this.#count('cut');
    }
    if (at !== expected.length) {
      this.wrong.push(`${file.id} ended at ${at} of ${expected.length}`);
      return 'wrong';
    }
    this.read += 1;
    return 'read';
  }

  #count(code: string): string {
    this.refused.set(code, (this.refused.get(code) ?? 0) + 1);
    return code;
  }
}

/** The owner's own files that the node has acknowledged. */
export class OwnFiles {
  readonly #seeded: Seeded;
  readonly #name: string;
  readonly acknowledged: (Readable & { title: string | undefined })[] = [];
  #count = 0;

  constructor(seeded: Seeded, name: string) {
    this.#seeded = seeded;
    this.#name = name;
  }

  /** Returns the next file to upload. */
  next(): { name: string; bytes: () => Buffer } {
    const name = `own ${this.#count++}`;
    const size = 100 + this.#seeded.size(2_000_000);
    return { name, bytes: () => bytesNamed(`${this.#name} ${name}`, size) };
  }
}
