/** Returns the error for a folder in use whose control socket does not respond. */
export const noResponse = (cause: unknown): Error =>
  new Error(
    'The process that uses the data folder does not respond. If it is just starting, try again in a moment.',
    { cause },
  );
