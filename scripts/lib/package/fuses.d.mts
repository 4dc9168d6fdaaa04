/**
 * Reads the fuses of a packed app, by their names in electron-builder.yml; undefined for fuses that its Electron lacks.
 */
export function fusesOf(executable: string): Promise<Record<string, boolean | undefined>>;
