import { app, Menu, type MenuItemConstructorOptions, type WebContents } from 'electron';

/** The application menu: what a person expects by keyboard; developer's items only in development. */
export function setApplicationMenu(): void {
  const view: MenuItemConstructorOptions[] = [
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { role: 'resetZoom' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ];
  if (!app.isPackaged) view.push({ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' });
  const first: MenuItemConstructorOptions =
    process.platform === 'darwin' ? { role: 'appMenu' } : { label: '&File', submenu: [{ role: 'quit' }] };
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([first, { role: 'editMenu' }, { label: '&View', submenu: view }]),
  );
}

/** Cut, copy and paste on the right mouse button, where they apply. */
export function offerEditing(contents: WebContents): void {
  contents.on('context-menu', (_event, { editFlags, isEditable, selectionText }) => {
    const items: MenuItemConstructorOptions[] = [];
    if (isEditable) items.push({ role: 'cut', enabled: editFlags.canCut });
    if (isEditable || selectionText !== '') items.push({ role: 'copy', enabled: editFlags.canCopy });
    if (isEditable) items.push({ role: 'paste', enabled: editFlags.canPaste });
    if (items.length > 0) Menu.buildFromTemplate(items).popup();
  });
}
