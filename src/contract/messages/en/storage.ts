export const storage = {} as const;
