/** A failure that the user can fix: what went wrong, and what to do. */
export class SetUpError extends Error {
  constructor(message, remedy) {
    super(message);
    this.remedy = remedy;
  }
}

/** Runs `work` and prints one line with its name and, afterwards, its duration. */
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

/** Prints a line. */
export function printLine(line) {
  process.stderr.write(`alcove: ${line}\n`);
}

/** Runs the body of a script; a failure that the user can fix ends it with exit code 1. */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    printError(error);
    process.exitCode = 1;
  }
}

/** Prints a failure with its remedy; rethrows any other error as a bug. */
export function printError(error) {
  if (!(error instanceof SetUpError)) throw error;
  process.stderr.write(`\n${error.message}\n\nWhat to do: ${error.remedy}\nMore: docs/setup.md\n`);
}
