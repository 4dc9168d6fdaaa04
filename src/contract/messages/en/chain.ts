export const chain = {} as const;
