import type { Configuration } from 'electron-builder';

/** Where `packDirectory` puts the app. */
export const unpacked: string;

/** What people start of it. */
export const executable: string;

/** Where `makeInspectable` puts its copy. */
export const inspectable: string;

/** Packs `dist` with the Electron that is here. */
export function packDirectory(): Promise<void>;

/** A copy of the unpacked app that takes `--inspect`. @returns its executable */
export function makeInspectable(): Promise<string>;

/** electron-builder's own reading and checking of its configuration. */
export function configurationTools(): {
  getConfig(projectDir: string, file: string, overrides: Configuration | null): Promise<Configuration>;
  /** @throws what is wrong */
  validateConfiguration(configuration: Configuration, debugLogger: { isEnabled: boolean }): Promise<void>;
};
