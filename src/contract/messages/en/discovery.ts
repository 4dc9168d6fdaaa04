export const discovery = {} as const;
