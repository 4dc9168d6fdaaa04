/** The fuses of a packed app, by their names in electron-builder.yml; undefined where its Electron has no such fuse. */
export function fusesOf(executable: string): Promise<Record<string, boolean | undefined>>;
