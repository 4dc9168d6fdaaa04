// Measures Electron itself by a window with one line of HTML. Takes the command line of the app.
import { join } from 'node:path';
import { app, BrowserWindow } from 'electron';

app.setPath('userData', process.argv[process.argv.indexOf('--data-dir') + 1]);
// Electron is ready only after this module has run.
app.whenReady().then(() => {
  new BrowserWindow({ width: 1180, height: 780 }).loadFile(join(import.meta.dirname, 'index.html'));
});
