export const licensing = {} as const;
