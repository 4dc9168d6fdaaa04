import { app, Menu, type MenuItemConstructorOptions, type WebContents } from 'electron';
import type { PageEvent } from '../../src/contract/ipc.ts';
import { say, type WordKey } from '../words.ts';

interface MenuActions {
  /** Asks the page for something; brings the window to the front. */
  ask(event: PageEvent): void;
  addFiles(): void;
  /** Loads the page in the window once more. */
  reload(): void;
  openFolder(folder: 'data' | 'logs'): void;
}

const isMac = process.platform === 'darwin';
const separator: MenuItemConstructorOptions = { type: 'separator' };

const settingsPath = '/settings';

/** In the order of the dashboard's navigation; the first nine have a digit. */
const pages: readonly (readonly [WordKey, string])[] = [
  ['page.overview', '/'],
  ['page.content', '/content'],
  ['page.market', '/market'],
  ['page.library', '/library'],
  ['page.wallet', '/wallet'],
  ['page.storage', '/storage'],
  ['page.peers', '/peers'],
  ['page.people', '/people'],
  ['page.activity', '/activity'],
];

/** The application menu as the platform has it: what a person expects by keyboard; developer's items only in development. */
export function setApplicationMenu(actions: MenuActions): void {
  app.setAboutPanelOptions({ applicationName: say('app.name'), applicationVersion: app.getVersion() });
  const template = [
    ...(isMac ? [appMenu(actions)] : []),
    fileMenu(actions),
    editMenu(actions),
    viewMenu(actions),
    goMenu(actions),
    ...(isMac ? [{ role: 'windowMenu' as const, label: say('menu.window') }] : []),
    helpMenu(actions),
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

const settingsItem = ({ ask }: MenuActions): MenuItemConstructorOptions => ({
  label: say('menu.settings'),
  accelerator: 'CmdOrCtrl+,',
  click: () => ask({ kind: 'go', path: settingsPath }),
});

const appMenu = (actions: MenuActions): MenuItemConstructorOptions => ({
  label: say('app.name'),
  submenu: [
    { role: 'about', label: say('menu.about') },
    separator,
    settingsItem(actions),
    separator,
    { role: 'services', label: say('menu.services') },
    separator,
    { role: 'hide', label: say('menu.hide') },
    { role: 'hideOthers', label: say('menu.hideOthers') },
    { role: 'unhide', label: say('menu.showAll') },
    separator,
    { role: 'quit', label: say('menu.quit') },
  ],
});

const fileMenu = (actions: MenuActions): MenuItemConstructorOptions => ({
  label: say('menu.file'),
  submenu: [
    { label: say('menu.addFiles'), accelerator: 'CmdOrCtrl+O', click: actions.addFiles },
    separator,
    ...(isMac
      ? [{ role: 'close' as const, label: say('menu.close') }]
      : [
          settingsItem(actions),
          separator,
          { role: 'close' as const, label: say('menu.close') },
          { label: say('menu.quit'), accelerator: 'Ctrl+Q', click: () => app.quit() },
        ]),
  ],
});

const editMenu = ({ ask }: MenuActions): MenuItemConstructorOptions => ({
  role: 'editMenu',
  label: say('edit.menu'),
  submenu: [
    { role: 'undo', label: say('edit.undo') },
    { role: 'redo', label: say('edit.redo') },
    separator,
    { role: 'cut', label: say('edit.cut') },
    { role: 'copy', label: say('edit.copy') },
    { role: 'paste', label: say('edit.paste') },
    { role: 'selectAll', label: say('edit.selectAll') },
    separator,
    { label: say('menu.find'), accelerator: 'CmdOrCtrl+F', click: () => ask({ kind: 'find' }) },
  ],
});

const viewMenu = ({ reload }: MenuActions): MenuItemConstructorOptions => ({
  label: say('menu.view'),
  submenu: [
    { role: 'zoomIn', label: say('view.zoomIn') },
    { role: 'zoomOut', label: say('view.zoomOut') },
    { role: 'resetZoom', label: say('view.actualSize') },
    separator,
    { role: 'togglefullscreen', label: say('view.fullScreen') },
    separator,
    { label: say('view.reload'), accelerator: 'CmdOrCtrl+R', click: reload },
    ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' as const, label: say('view.developerTools') }]),
  ],
});

const goMenu = ({ ask }: MenuActions): MenuItemConstructorOptions => ({
  label: say('menu.go'),
  submenu: pages.map(([label, path], at) => ({
    label: say(label),
    accelerator: `CmdOrCtrl+${at + 1}`,
    click: () => ask({ kind: 'go', path }),
  })),
});

const helpMenu = ({ ask, openFolder }: MenuActions): MenuItemConstructorOptions => ({
  role: 'help',
  label: say('menu.help'),
  submenu: [
    { label: say('menu.documentation'), accelerator: 'F1', click: () => ask({ kind: 'go', path: '/help' }) },
    { label: say('menu.api'), click: () => ask({ kind: 'go', path: '/api-docs' }) },
    { label: say('menu.report'), click: () => ask({ kind: 'report' }) },
    separator,
    { label: say('menu.openLogs'), click: () => openFolder('logs') },
    { label: say('menu.openData'), click: () => openFolder('data') },
    ...(isMac ? [] : [separator, { label: say('menu.about'), click: () => app.showAboutPanel() }]),
  ],
});

/** Cut, copy and paste on the right mouse button, where they apply. */
export function offerEditing(contents: WebContents): void {
  contents.on('context-menu', (_event, { editFlags, isEditable, selectionText }) => {
    const items: MenuItemConstructorOptions[] = [];
    if (isEditable) items.push({ role: 'cut', label: say('edit.cut'), enabled: editFlags.canCut });
    if (isEditable || selectionText !== '') {
      items.push({ role: 'copy', label: say('edit.copy'), enabled: editFlags.canCopy });
    }
    if (isEditable) items.push({ role: 'paste', label: say('edit.paste'), enabled: editFlags.canPaste });
    if (items.length > 0) Menu.buildFromTemplate(items).popup();
  });
}
