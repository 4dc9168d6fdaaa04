export const startup = {} as const;
