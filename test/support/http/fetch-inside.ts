import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Requests the URL in each line of stdin, and prints a line for each response. */
const program = `
import { createInterface } from 'node:readline';
const ask = async ({ url, ...init }) => {
  const answer = await fetch(url, init);
  return { status: answer.status, headers: [...answer.headers], text: await answer.text() };
};
for await (const line of createInterface({ input: process.stdin })) {
  const { id, ...request } = JSON.parse(line);
  ask(request)
    .catch((error) => ({ error: String(error.cause ?? error) }))
    .then((answer) => process.stdout.write(JSON.stringify({ id, ...answer }) + '\\n'));
}
`;

interface Answer {
  id: number;
  status: number;
  headers: [string, string][];
  text: string;
  error?: string;
}

/** Fetches texts from within another network, through one process there. */
export class FetchInside {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #count = 0;

  /** @param inside the start of a command line that runs a program there */
  constructor(inside: readonly string[]) {
    const [first = '', ...words] = [...inside, process.execPath, '--input-type=module', '-e', program];
    this.#child = spawn(first, words);
    createInterface(this.#child.stdout).on('line', (line) => {
      const answer = JSON.parse(line) as Answer;
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    });
  }

  /** Works like `fetch`, with texts as bodies. */
  readonly fetch: typeof fetch = async (url, { method = 'GET', headers, body } = {}) => {
    const id = this.#count++;
    const answered = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    const named = Object.fromEntries(new Headers(headers));
    this.#child.stdin.write(`${JSON.stringify({ id, url, method, headers: named, body })}\n`);
    const answer = await answered;
    if (answer.error !== undefined) throw new TypeError(answer.error);
    return new Response(answer.text, { status: answer.status, headers: answer.headers });
  };

  async close(): Promise<void> {
    const exited = once(this.#child, 'exit');
    this.#child.kill();
    await exited;
  }
}
