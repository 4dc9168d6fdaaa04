/** Nobody listens at the control socket of a data folder that is in use. */
export const noAnswer = (cause: unknown): Error =>
  new Error(
    'The process that has the data folder does not answer. If it is just starting, try again in a moment.',
    { cause },
  );
