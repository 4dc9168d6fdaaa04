import * as z from 'zod';
import { anyAddress } from './common.ts';
import { updateState } from './shell/updates.ts';

/** Messages between the page and the desktop shell, for desktop functions only. */

/** Kinds of notifications that the shell may show. */
export const notificationKind = z.enum(['peer_trouble', 'sale', 'purchase', 'disk_low']);
export type NotificationKind = z.infer<typeof notificationKind>;

/** The language of the dashboard and the shell; `auto`: the system's, if it is supported. */
export const languageChoice = z.enum(['auto', 'en', 'ru']);
export type LanguageChoice = z.infer<typeof languageChoice>;

/** The colours of the dashboard; `auto`: the system's. */
export const colourScheme = z.enum(['auto', 'light', 'dark']);

/** Behaviour of the app on this desktop, and the abilities of the desktop. */
export const desktopState = z.object({
  /** Whether the node continues when the window is closed, on desktops with a tray. */
  keep_running: z.boolean(),
  has_tray: z.boolean(),
  /** The state reported by the system, which may differ from the requested one. */
  start_at_login: z.boolean(),
  notifications: z.record(notificationKind, z.boolean()),
  can_notify: z.boolean(),
});
export type DesktopState = z.infer<typeof desktopState>;

/** Changes the given fields. */
export const desktopEdit = z.strictObject({
  keep_running: z.boolean().optional(),
  start_at_login: z.boolean().optional(),
  notifications: z.partialRecord(notificationKind, z.boolean()).optional(),
  language: languageChoice.optional(),
  colour_scheme: colourScheme.optional(),
});
export type DesktopEdit = z.infer<typeof desktopEdit>;

/** Requests of the shell to the page in its window. */
export type PageEvent =
  /**
   * Shows another page of the dashboard.
   * @param path as in the address, from the first `/`
   */
  | { kind: 'go'; path: string }
  /** Shows the page of a link, unless that would discard unsaved input. */
  | { kind: 'link'; path: string }
  /** Focuses the search field. */
  | { kind: 'find' }
  /** Shows the content of a problem report. */
  | { kind: 'report' }
  /**
   * Shows a toast.
   * @param stays until the user closes it
   */
  | { kind: 'toast'; title: string; message: string; stays?: true };

/** The `id` of the field in the page that takes the files given to the app. */
export const givenFilesField = 'files-given-to-the-app';

/**
 * Requests of the renderer to the desktop shell, for desktop functions only. Each call names its input and output;
 * preload, main process and renderer derive their types from here.
 */
export const ipc = {
  /** Returns the token of a session of this run, with which the window calls its node. */
  'dashboardSession.get': { input: z.void(), output: z.string() },
  'clipboard.write': { input: z.string().max(65_536), output: z.void() },
  /** Opens content of this node in the system's browser; any other address is refused. */
  'content.open': { input: z.object({ url: z.url() }), output: z.void() },
  /** Opens a share link of a public node in the system's browser; any other address is refused. */
  'share.open': { input: z.object({ url: z.url() }), output: z.void() },
  /** Opens the page of the practice wallet app in the system's browser; any other address is refused. */
  'practiceWallet.open': { input: z.object({ url: z.url() }), output: z.void() },
  /** Shows a save dialog, then downloads; `saved: false` when it was cancelled. */
  'content.saveAs': {
    input: z.object({ url: z.url(), name: z.string().min(1).max(255) }),
    output: z.object({ saved: z.boolean() }),
  },
  /** Shows a dialog for the folder of several downloads. The page gets an id for it; null when it was cancelled. */
  'content.chooseFolder': { input: z.void(), output: z.object({ folder: z.string().nullable() }) },
  /** Downloads into the chosen folder, beside the files in it. */
  'content.saveInto': {
    input: z.object({ folder: z.string().max(100), url: z.url(), name: z.string().min(1).max(255) }),
    output: z.void(),
  },
  /** Shows a save dialog, then writes the activity log; `redact` replaces personal data. */
  'activity.saveAs': {
    input: z.object({ redact: z.boolean() }),
    output: z.object({ saved: z.boolean() }),
  },
  /** Shows a save dialog, then writes the receipt of a licence. */
  'receipt.saveAs': {
    input: z.object({ licence: anyAddress, name: z.string().min(1).max(255) }),
    output: z.object({ saved: z.boolean() }),
  },
  /** Shows a save dialog, then creates a recovery file with this passphrase and writes it. */
  'recovery.saveAs': {
    input: z.object({ passphrase: z.string().min(1).max(1000), name: z.string().min(1).max(255) }),
    output: z.object({ saved: z.boolean() }),
  },
  /**
   * Shows a dialog for the storage folder. Returns its path, for display, and the id by which the node knows the selected
   * folder; null when the dialog was cancelled.
   */
  'folder.choose': {
    input: z.void(),
    output: z.object({ folder: z.string(), selection_id: z.string() }).nullable(),
  },
  /**
   * Shows a dialog for a folder to watch. Returns the id by which the node knows the selected folder; null when the dialog
   * was cancelled.
   */
  'watchedFolder.choose': { input: z.void(), output: z.object({ selection_id: z.string().nullable() }) },
  /**
   * Shows a dialog for the folder of a backup. Returns the id by which the node knows the selected folder; null when the
   * dialog was cancelled.
   */
  'backup.chooseFolder': { input: z.void(), output: z.object({ selection_id: z.string().nullable() }) },
  /** Returns the state of updates of the app. */
  'updates.get': { input: z.void(), output: updateState },
  /** Checks the feed now. */
  'updates.check': { input: z.void(), output: updateState },
  /** Starts downloading the offered version. */
  'updates.download': { input: z.void(), output: updateState },
  /** Cancels the download and discards its bytes. */
  'updates.cancel': { input: z.void(), output: updateState },
  /** Ends the app and starts the new version; if transfers would be interrupted, only returns their number. */
  'updates.restart': { input: z.void(), output: z.object({ unfinished: z.int().nonnegative() }) },
  /** Sets whether the app checks for newer versions automatically. */
  'updates.setAutomatic': { input: z.boolean(), output: updateState },
  /** Opens one of the app's folders in the system's file manager. */
  'folder.open': { input: z.enum(['data', 'logs', 'files']), output: z.void() },
  /** Returns the chosen language, which the page and the shell share. */
  'language.get': { input: z.void(), output: languageChoice },
  'preferences.get': { input: z.void(), output: desktopState },
  'preferences.set': { input: desktopEdit, output: desktopState },
  /** Creates the content of a problem report for review. */
  'report.make': { input: z.void(), output: z.object({ text: z.string() }) },
  /** Shows a save dialog, then writes the most recent report. */
  'report.saveAs': { input: z.void(), output: z.object({ saved: z.boolean() }) },
  /** Signals that the page listens to `PageEvent`s. */
  'page.listen': { input: z.void(), output: z.void() },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;

export type IpcName = keyof typeof ipc;

export type IpcInput<N extends IpcName> = z.infer<(typeof ipc)[N]['input']>;

export type IpcOutput<N extends IpcName> = z.infer<(typeof ipc)[N]['output']>;

/** The `window.alcove` object of preload; absent when the dashboard runs in a browser. */
export interface ShellBridge {
  invoke<N extends IpcName>(name: N, input: IpcInput<N>): Promise<IpcOutput<N>>;
  /** @returns a function that ends the subscription */
  onEvent(listener: (event: PageEvent) => void): () => void;
}
