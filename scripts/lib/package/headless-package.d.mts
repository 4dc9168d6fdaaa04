/** Builds the npm package of the node without a desktop in that folder. @returns its path */
export function packHeadless(folder: string): Promise<string>;
