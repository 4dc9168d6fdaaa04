import { app, Menu, type MenuItemConstructorOptions, type WebContents } from 'electron';
import type { PageEvent } from '../../src/contract/ipc.ts';
import { type TextKey, t } from '../i18n/translate.ts';

interface MenuActions {
  /** Shows the window and sends an event to its page. */
  send(event: PageEvent): void;
  addFiles(): void;
  reload(): void;
  openFolder(folder: 'data' | 'logs'): void;
}

const isMac = process.platform === 'darwin';
const separator: MenuItemConstructorOptions = { type: 'separator' };

const settingsPath = '/settings';

/** The pages in the order of the dashboard's navigation; each has a digit as its shortcut. */
const pages: readonly (readonly [TextKey, string])[] = [
  ['page.home', '/'],
  ['page.library', '/library'],
  ['page.explore', '/explore'],
  ['page.wallet', '/wallet'],
  ['page.node', '/node'],
];

/** Sets the application menu of the platform, with developer items only in development. */
export function setApplicationMenu(actions: MenuActions): void {
  app.setAboutPanelOptions({ applicationName: t('app.name'), applicationVersion: app.getVersion() });
  const template = [
    ...(isMac ? [appMenu(actions)] : []),
    fileMenu(actions),
    editMenu(actions),
    viewMenu(actions),
    goMenu(actions),
    ...(isMac ? [{ role: 'windowMenu' as const, label: t('menu.window') }] : []),
    helpMenu(actions),
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

const settingsItem = ({ send }: MenuActions): MenuItemConstructorOptions => ({
  label: t('menu.settings'),
  accelerator: 'CmdOrCtrl+,',
  click: () => send({ kind: 'go', path: settingsPath }),
});

const appMenu = (actions: MenuActions): MenuItemConstructorOptions => ({
  label: t('app.name'),
  submenu: [
    { role: 'about', label: t('menu.about') },
    separator,
    settingsItem(actions),
    separator,
    { role: 'services', label: t('menu.services') },
    separator,
    { role: 'hide', label: t('menu.hide') },
    { role: 'hideOthers', label: t('menu.hideOthers') },
    { role: 'unhide', label: t('menu.showAll') },
    separator,
    { role: 'quit', label: t('menu.quit') },
  ],
});

const fileMenu = (actions: MenuActions): MenuItemConstructorOptions => ({
  label: t('menu.file'),
  submenu: [
    { label: t('menu.addFiles'), accelerator: 'CmdOrCtrl+O', click: actions.addFiles },
    separator,
    ...(isMac
      ? [{ role: 'close' as const, label: t('menu.close') }]
      : [
          settingsItem(actions),
          separator,
          { role: 'close' as const, label: t('menu.close') },
          { label: t('menu.quit'), accelerator: 'Ctrl+Q', click: () => app.quit() },
        ]),
  ],
});

const editMenu = ({ send }: MenuActions): MenuItemConstructorOptions => ({
  role: 'editMenu',
  label: t('edit.menu'),
  submenu: [
    { role: 'undo', label: t('edit.undo') },
    { role: 'redo', label: t('edit.redo') },
    separator,
    { role: 'cut', label: t('edit.cut') },
    { role: 'copy', label: t('edit.copy') },
    { role: 'paste', label: t('edit.paste') },
    { role: 'selectAll', label: t('edit.selectAll') },
    separator,
    { label: t('menu.find'), accelerator: 'CmdOrCtrl+F', click: () => send({ kind: 'find' }) },
  ],
});

const viewMenu = ({ reload }: MenuActions): MenuItemConstructorOptions => ({
  label: t('menu.view'),
  submenu: [
    { role: 'zoomIn', label: t('view.zoomIn') },
    { role: 'zoomOut', label: t('view.zoomOut') },
    { role: 'resetZoom', label: t('view.actualSize') },
    separator,
    { role: 'togglefullscreen', label: t('view.fullScreen') },
    separator,
    { label: t('view.reload'), accelerator: 'CmdOrCtrl+R', click: reload },
    ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' as const, label: t('view.developerTools') }]),
  ],
});

const goMenu = ({ send }: MenuActions): MenuItemConstructorOptions => ({
  label: t('menu.go'),
  submenu: pages.map(([label, path], at) => ({
    label: t(label),
    accelerator: `CmdOrCtrl+${at + 1}`,
    click: () => send({ kind: 'go', path }),
  })),
});

const helpMenu = ({ send, openFolder }: MenuActions): MenuItemConstructorOptions => ({
  role: 'help',
  label: t('menu.help'),
  submenu: [
    { label: t('menu.documentation'), accelerator: 'F1', click: () => send({ kind: 'go', path: '/help' }) },
    { label: t('menu.api'), click: () => send({ kind: 'go', path: '/settings/developers/api' }) },
    { label: t('menu.report'), click: () => send({ kind: 'report' }) },
    separator,
    { label: t('menu.openLogs'), click: () => openFolder('logs') },
    { label: t('menu.openData'), click: () => openFolder('data') },
    ...(isMac ? [] : [separator, { label: t('menu.about'), click: () => app.showAboutPanel() }]),
  ],
});

/** Offers cut, copy and paste in a context menu where possible. */
export function addEditingMenu(contents: WebContents): void {
  contents.on('context-menu', (_event, { editFlags, isEditable, selectionText }) => {
    const items: MenuItemConstructorOptions[] = [];
    if (isEditable) items.push({ role: 'cut', label: t('edit.cut'), enabled: editFlags.canCut });
    if (isEditable || selectionText !== '') {
      items.push({ role: 'copy', label: t('edit.copy'), enabled: editFlags.canCopy });
    }
    if (isEditable) items.push({ role: 'paste', label: t('edit.paste'), enabled: editFlags.canPaste });
    if (items.length > 0) Menu.buildFromTemplate(items).popup();
  });
}
