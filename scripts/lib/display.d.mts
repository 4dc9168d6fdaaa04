/** Runs `work` with the environment of a screen of its own, which nobody sees and which ends with it. */
export function withHiddenDisplay<T>(work: (env: NodeJS.ProcessEnv) => Promise<T>): Promise<T>;
