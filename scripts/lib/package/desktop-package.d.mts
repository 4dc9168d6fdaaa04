import type { Configuration } from 'electron-builder';

/** Output folder of `packDirectory`. */
export const unpacked: string;

/** The executable that users start. */
export const executable: string;

/** Output folder of `makeInspectable`. */
export const inspectable: string;

/** Packs `dist` with the installed Electron. */
export function packDirectory(): Promise<void>;

/** Copies the unpacked app and enables `--inspect`. @returns its executable */
export function makeInspectable(): Promise<string>;

/** electron-builder's functions that read and validate its configuration. */
export function configurationTools(): {
  getConfig(projectDir: string, file: string, overrides: Configuration | null): Promise<Configuration>;
  /** @throws for an invalid configuration */
  validateConfiguration(configuration: Configuration, debugLogger: { isEnabled: boolean }): Promise<void>;
};
