import { createInterface } from 'node:readline/promises';

/**
 * Asks a question on the terminal; any answer but yes means no.
 * @throws when there is no terminal
 */
export async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new Error('No terminal to ask for confirmation. Nothing was sent. Add --yes.');
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await reader.question(`${question} [y/N] `)).trim());
  } finally {
    reader.close();
  }
}
