/** A failure that the person at the terminal can mend: what went wrong, and what to do about it. */
export class SetUpError extends Error {
  constructor(message, remedy) {
    super(message);
    this.remedy = remedy;
  }
}

/** Runs `work` under one line that says what it is and, afterwards, how long it took. */
export async function timed(title, work) {
  const began = performance.now();
  process.stderr.write(`alcove: ${title} … `);
  try {
    const result = await work();
    process.stderr.write(`${((performance.now() - began) / 1000).toFixed(1)} s\n`);
    return result;
  } catch (error) {
    process.stderr.write('failed\n');
    throw error;
  }
}

/** One line of its own. */
export function say(line) {
  process.stderr.write(`alcove: ${line}\n`);
}

/** Runs the body of a script; a failure that can be mended ends it with exit code 1. */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    tell(error);
    process.exitCode = 1;
  }
}

/** Tells a failure in words, with its remedy; anything else is a bug and thrown on. */
export function tell(error) {
  if (!(error instanceof SetUpError)) throw error;
  process.stderr.write(`\n${error.message}\n\nWhat to do: ${error.remedy}\nMore: docs/setup.md\n`);
}
