/** Runs `work` with the environment of a separate invisible display, which ends with it. */
export function withHiddenDisplay<T>(work: (env: NodeJS.ProcessEnv) => Promise<T>): Promise<T>;
