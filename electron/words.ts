/**
 * Every text that the shell itself shows: menus, tray, dialogs, notifications. In the form that i18next reads: `{{name}}`
 * is put in, and `_one` and `_other` are chosen by `count`.
 */
const words = {
  'app.name': 'Alcove',

  'menu.file': '&File',
  'menu.addFiles': 'Add files…',
  'menu.settings': 'Settings…',
  'menu.quit': 'Quit Alcove',
  'menu.find': 'Find',
  'menu.view': '&View',
  'menu.go': '&Go',
  'menu.window': '&Window',
  'menu.help': '&Help',
  'menu.report': 'Report a problem…',
  'menu.openLogs': 'Open the log folder',
  'menu.openData': 'Open the data folder',
  'menu.about': 'About Alcove',
  'menu.api': 'Interface for programs',

  'page.overview': 'Overview',
  'page.content': 'Content',
  'page.market': 'Market',
  'page.library': 'Library',
  'page.wallet': 'Wallet',
  'page.storage': 'Storage',
  'page.peers': 'Peers',
  'page.people': 'People',
  'page.activity': 'Activity',

  'tray.open': 'Open Alcove',
  'tray.pause': 'Pause network activity',
  'tray.resume': 'Resume network activity',
  'tray.quit': 'Quit',
  'tray.starting': 'Starting',
  'tray.running_one': 'Running, {{count}} peer reachable',
  'tray.running_other': 'Running, {{count}} peers reachable',
  'tray.alone': 'Running without peers',
  'tray.paused.manual': 'Paused by you',
  'tray.paused.metered': 'Paused: the connection is metered',
  'tray.paused.battery': 'Paused: the computer runs on battery',
  'tray.trouble.disk': 'The disk is nearly full',
  'tray.trouble.peers': 'No peer can be reached',

  'close.title': 'Alcove keeps running',
  'close.detail':
    'Your node goes on when you close the window, so that others can reach what you share. You find Alcove beside the clock, where you can open it again or quit. You can change this in the settings.',
  'close.keep': 'Keep running',
  'close.quit': 'Quit when I close it',

  'leave.title': 'An upload is not finished yet.',
  'leave.detail': 'If you leave now, you have to start it again.',
  'leave.stay': 'Stay',
  'leave.leave': 'Leave',

  'files.choose': 'Choose files to store',
  'files.folder_one': 'Folders cannot be added as a whole: {{name}}. Open it and choose the files in it.',
  'files.folder_other':
    '{{count}} folders cannot be added as a whole, among them {{name}}. Open them and choose the files in them.',
  'files.gone_one': 'There is no such file any more, or it cannot be read: {{name}}.',
  'files.gone_other': '{{count}} files are gone or cannot be read, among them {{name}}.',
  'files.notAdded': 'Not everything was added',

  'folder.notOpened': 'No program of this system opens folders. The folder is {{path}}.',

  'pause.fixed.title': 'This cannot be changed here',
  'pause.fixed':
    'The command line or the environment that Alcove was started with decides whether the network is paused.',

  'report.heading':
    'Alcove problem report. It holds what is below and nothing else. Names, addresses, keys and long values are replaced by marks.',
  'report.notSaved': 'The report could not be saved there. Choose another folder.',
  'report.save': 'Save the report',

  'link.title': 'This link does not work',
  'link.unknown':
    'Alcove does not know this kind of link. It may be mistyped, or be made for a newer version of Alcove.',

  'notify.peer.unreachable.title': 'A peer cannot be reached',
  'notify.peer.unreachable': '{{host}} does not answer. Your node tries again by itself.',
  'notify.peer.incompatible.title': 'A peer runs another version',
  'notify.peer.incompatible': '{{host}} and your node do not understand each other any more.',
  'notify.peer.key_changed.title': 'A peer has another key',
  'notify.peer.key_changed':
    '{{host}} answers with another key than before. Your node does not trust it until you decide.',
  'notify.peers.title': 'Trouble with peers',
  'notify.peers_one': '{{count}} peer has trouble.',
  'notify.peers_other': '{{count}} peers have trouble.',
  'notify.sale.title': 'You made a sale',
  'notify.sale': 'Somebody bought “{{title}}”.',
  'notify.sales.title': 'You made sales',
  'notify.sales_one': '{{count}} licence was bought.',
  'notify.sales_other': '{{count}} licences were bought.',
  'notify.purchase.title': 'Your purchase is confirmed',
  'notify.purchase': '“{{title}}” is in your library now.',
  'notify.purchases.title': 'Your purchases are confirmed',
  'notify.purchases_one': '{{count}} licence is in your library now.',
  'notify.purchases_other': '{{count}} licences are in your library now.',
  'notify.disk.title': 'The disk is nearly full',
  'notify.disk': 'There is hardly room for more files. Make room, or choose another folder.',
} as const;

type Word = keyof typeof words;
type Counted<W> = W extends `${infer Name}_other` ? Name : never;

/** A text, or one that there is in several forms for a `count`. */
export type WordKey = Exclude<Word, `${string}_one` | `${string}_other`>;
export type CountedKey = Counted<Word>;

const plural = new Intl.PluralRules('en');

/** The text of `key`, with `values` put in. */
export function say(key: WordKey, values?: Record<string, string>): string;
export function say(key: CountedKey, values: { count: number; name?: string }): string;
export function say(key: string, values: Record<string, string | number> = {}): string {
  const texts: Record<string, string> = words;
  const form = typeof values.count === 'number' ? `${key}_${plural.select(values.count)}` : key;
  return (texts[form] ?? texts[`${key}_other`] ?? key).replace(/{{(\w+)}}/g, (_all, name: string) =>
    String(values[name] ?? ''),
  );
}
