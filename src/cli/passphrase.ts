import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Maximum length of a passphrase in bytes. */
const longest = 1000;

/**
 * Reads a passphrase so that other users of this computer cannot see it: from a file, from a pipe, or typed without
 * echo. Command lines are visible to all users.
 * @param options `file`: its name, `-` for stdin; `twice`: a typed passphrase must be repeated
 */
export async function getPassphrase(options: { file: string | undefined; twice: boolean }): Promise<string> {
  const { file, twice } = options;
  if (file !== undefined) return readPassphrase(file);
  if (!process.stdin.isTTY) {
    throw new Error(
      'No terminal to enter the passphrase. Use --passphrase-file <file>, or --passphrase-file - for a pipe.',
    );
  }
  const passphrase = await ask('Passphrase: ');
  if (twice && (await ask('Repeat the passphrase: ')) !== passphrase) {
    throw new Error('The two passphrases differ. Nothing was changed. Try again.');
  }
  return passphrase;
}

/** Reads the first line and refuses further ones. */
async function readPassphrase(path: string): Promise<string> {
  const bytes = path === '-' ? await readInput() : await readBeginning(path);
  const text = bytes.toString('utf8').replace(/\r?\n$/, '');
  if (bytes.length > longest || text === '' || /[\r\n]/.test(text)) {
    throw new Error(`The passphrase must be one line of at most ${longest} bytes.`);
  }
  return text;
}

async function readInput(): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of process.stdin) {
    pieces.push(piece);
    size += piece.length;
    if (size > longest) break;
  }
  return Buffer.concat(pieces);
}

async function readBeginning(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(longest + 1), 0, longest + 1, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function ask(question: string): Promise<string> {
  process.stderr.write(question);
  const unseen = new Writable({ write: (_typed, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: unseen, terminal: true });
  try {
    return await reader.question('');
  } finally {
    reader.close();
    process.stderr.write('\n');
  }
}
