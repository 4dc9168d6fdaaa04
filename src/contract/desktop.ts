import * as z from 'zod';

/** What the desktop shell and its window tell each other beside the node's own affairs. */

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
