/** Returns the id of the element that moves an entry. */
export const handleIdOf = (key: string): string => `handle-${key}`;
