export const peers = {} as const;
