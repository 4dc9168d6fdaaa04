import * as z from 'zod';
import { anyAddress } from './common.ts';
import { updateState } from './updates.ts';

/** What the page and the desktop shell exchange: desktop matters only. */

/** What the shell may tell by a notification of the system. */
export const notificationKind = z.enum(['peer_trouble', 'sale', 'purchase', 'disk_low']);
export type NotificationKind = z.infer<typeof notificationKind>;

/** The language of the dashboard and of the shell around it; `auto`: that of the system, where there is one for it. */
export const languageChoice = z.enum(['auto', 'en', 'ru']);
export type LanguageChoice = z.infer<typeof languageChoice>;

/** The colours of the dashboard; `auto`: those of the system. */
export const colourScheme = z.enum(['auto', 'light', 'dark']);

/** How the app behaves on this desktop, and what the desktop can do. */
export const desktopState = z.object({
  /** Whether the node goes on when the window is closed, where the desktop has a tray. */
  keep_running: z.boolean(),
  has_tray: z.boolean(),
  /** What the system says, not what was asked of it. */
  start_at_login: z.boolean(),
  notifications: z.record(notificationKind, z.boolean()),
  can_notify: z.boolean(),
});
export type DesktopState = z.infer<typeof desktopState>;

/** What is given is changed. */
export const desktopEdit = z.strictObject({
  keep_running: z.boolean().optional(),
  start_at_login: z.boolean().optional(),
  notifications: z.partialRecord(notificationKind, z.boolean()).optional(),
  language: languageChoice.optional(),
  colour_scheme: colourScheme.optional(),
});
export type DesktopEdit = z.infer<typeof desktopEdit>;

/** What the shell asks of the page in its window. */
export type PageEvent =
  /** Show another page of the dashboard. @param path as in the address, from the first `/` */
  | { kind: 'go'; path: string }
  /** Show the page that a link leads to, unless that would discard what somebody is typing. */
  | { kind: 'link'; path: string }
  /** Put the cursor where one searches. */
  | { kind: 'find' }
  /** Show what a problem report would hold. */
  | { kind: 'report' }
  /** Tell the person something. @param stays until the person has closed it */
  | { kind: 'say'; title: string; message: string; stays?: true };

/** The `id` of the field in the page that takes files which the person gave to the app itself. */
export const givenFilesField = 'files-given-to-the-app';

/**
 * What the renderer may ask of the desktop shell: desktop matters only. Each call names its input and
 * output; preload, main process and renderer derive their types from here.
 */
export const ipc = {
  /** The token of a session of this run, so that the window can talk to its node. */
  'dashboardSession.get': { input: z.void(), output: z.string() },
  'clipboard.write': { input: z.string().max(65_536), output: z.void() },
  /** Opens content of this node in the system's browser; any other address is refused. */
  'content.open': { input: z.object({ url: z.url() }), output: z.void() },
  /** Opens the link of something that is shared on a public node in the system's browser; any other is refused. */
  'share.open': { input: z.object({ url: z.url() }), output: z.void() },
  /** Asks where to save, then downloads; `saved: false` when the person cancelled. */
  'content.saveAs': {
    input: z.object({ url: z.url(), name: z.string().min(1).max(255) }),
    output: z.object({ saved: z.boolean() }),
  },
  /** Asks where to save, then writes the activity log there; `redact` replaces what tells of persons. */
  'activity.saveAs': {
    input: z.object({ redact: z.boolean() }),
    output: z.object({ saved: z.boolean() }),
  },
  /** Asks where to save, then writes the receipt of a licence there. */
  'receipt.saveAs': {
    input: z.object({ licence: anyAddress, name: z.string().min(1).max(255) }),
    output: z.object({ saved: z.boolean() }),
  },
  /** Asks where to save, then has a recovery file made with this passphrase, and writes it there. */
  'recovery.saveAs': {
    input: z.object({ passphrase: z.string().min(1).max(1000), name: z.string().min(1).max(255) }),
    output: z.object({ saved: z.boolean() }),
  },
  /** Asks for a folder to store in; null when the person cancelled. */
  'folder.choose': { input: z.void(), output: z.object({ folder: z.string().nullable() }) },
  /** What is known of newer versions of the app. */
  'updates.get': { input: z.void(), output: updateState },
  /** Asks the feed now. */
  'updates.check': { input: z.void(), output: updateState },
  /** Begins to download what was offered. */
  'updates.download': { input: z.void(), output: updateState },
  /** Ends the download that goes on; what has come is discarded. */
  'updates.cancel': { input: z.void(), output: updateState },
  /** Ends the app and starts the new version, unless so many transfers would be cut off. */
  'updates.restart': { input: z.void(), output: z.object({ unfinished: z.int().nonnegative() }) },
  /** Whether the app looks for newer versions by itself. */
  'updates.setAutomatic': { input: z.boolean(), output: updateState },
  /** Opens one of the app's folders in the system's file manager. */
  'folder.open': { input: z.enum(['data', 'logs']), output: z.void() },
  /** The language that was chosen, which the page and the shell share. */
  'language.get': { input: z.void(), output: languageChoice },
  'preferences.get': { input: z.void(), output: desktopState },
  'preferences.set': { input: desktopEdit, output: desktopState },
  /** Puts together what a problem report holds, for the person to read. */
  'report.make': { input: z.void(), output: z.object({ text: z.string() }) },
  /** Asks where to save, then writes the report there that was made last. */
  'report.saveAs': { input: z.void(), output: z.object({ saved: z.boolean() }) },
  /** The page listens to `PageEvent`s from now on. */
  'page.listen': { input: z.void(), output: z.void() },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;

export type IpcName = keyof typeof ipc;

export type IpcInput<N extends IpcName> = z.infer<(typeof ipc)[N]['input']>;

export type IpcOutput<N extends IpcName> = z.infer<(typeof ipc)[N]['output']>;

/** What preload puts on `window.alcove`; absent when the dashboard runs in a browser. */
export interface ShellBridge {
  invoke<N extends IpcName>(name: N, input: IpcInput<N>): Promise<IpcOutput<N>>;
  /** @returns a function that ends the subscription */
  onEvent(listener: (event: PageEvent) => void): () => void;
}
