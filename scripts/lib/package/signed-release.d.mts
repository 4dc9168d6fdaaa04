import type { KeyObject } from 'node:crypto';

/**
 * Signs every `latest*.yml` of a folder. @returns their names. @throws when a file that one names is missing or differs
 */
export function signRelease(folder: string, keys: readonly KeyObject[], staging?: number): string[];
