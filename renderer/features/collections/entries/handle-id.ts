/** Returns the id of the handle by which an entry is moved. */
export const handleIdOf = (key: string): string => `handle-${key}`;
