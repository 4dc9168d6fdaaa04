/** An Electron that runs the checkout. */
export interface ElectronRuntime {
  dist: string;
  executable: string;
  version: string;
  /** Whether it is the official build of the version in package.json. */
  official: boolean;
}

/** Undefined until `npm run setup`. */
export function electronRuntime(): ElectronRuntime | undefined;
