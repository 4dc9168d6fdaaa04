import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { app } from 'electron';
import { ShellError } from '../core/shell-error.ts';
import { t } from '../i18n/translate.ts';
import { ownAppImage } from '../lifecycle/app-image.ts';

const isLinux = process.platform === 'linux';
/** Lines by which desktops turn an entry off instead of removing it. */
const turnedOff = [
  /^Hidden[ \t]*=[ \t]*true[ \t]*$/im,
  /^X-GNOME-Autostart-enabled[ \t]*=[ \t]*false[ \t]*$/im,
];

/** Reads and sets whether the system starts the app, without a window, when the user logs in. */
export class LoginItem {
  readonly #args: string[];

  /** @param dataDir the absolute path of the data folder if the command line names one */
  constructor(dataDir: string | undefined) {
    this.#args = ['--hidden', ...(dataDir === undefined ? [] : ['--data-dir', dataDir])];
  }

  get isOn(): boolean {
    if (!isLinux) return app.getLoginItemSettings({ args: this.#args }).openAtLogin;
    try {
      const entry = readFileSync(autostartFile(), 'utf8');
      // An entry of a moved app, or for another data folder, would not start this app with this folder.
      return entry.includes(`\n${this.#exec}\n`) && !turnedOff.some((line) => line.test(entry));
    } catch {
      return false;
    }
  }

  get #exec(): string {
    return `Exec=${[...program(), ...this.#args].map(quoted).join(' ')}`;
  }

  /** @throws ShellError when the system refuses the change */
  set(wanted: boolean): void {
    if (isLinux) this.#setAutostart(wanted);
    else app.setLoginItemSettings({ openAtLogin: wanted, args: this.#args });
    if (this.isOn === wanted) return;
    throw new ShellError(t('login.refused'));
  }

  #setAutostart(wanted: boolean): void {
    const file = autostartFile();
    try {
      if (!wanted) return rmSync(file, { force: true });
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(file, desktopEntry(this.#exec));
    } catch (cause) {
      throw new ShellError(t('login.notChanged', { path: file }), { cause });
    }
  }
}

/** Returns the path of the entry (Desktop Application Autostart Specification, freedesktop.org). */
const autostartFile = () =>
  join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'autostart', 'alcove.desktop');

/**
 * Returns the command that starts this app; for an AppImage its own file, because it is mounted elsewhere at each run.
 */
function program(): string[] {
  const file = ownAppImage() ?? process.execPath;
  return app.isPackaged ? [file] : [file, app.getAppPath()];
}

/** `TryExec` makes desktops ignore the entry once the app has been removed. */
const desktopEntry = (exec: string) => `[Desktop Entry]
Type=Application
Name=Alcove
TryExec=${escaped(program()[0] ?? '')}
${exec}
Terminal=false
X-GNOME-Autostart-enabled=true
`;

/**
 * Escapes a word of a command for `Exec`, and the result as a string value (Desktop Entry Specification, “The Exec
 * key”).
 */
const quoted = (word: string): string =>
  escaped(`"${word.replace(/["`$\\]/g, (character) => `\\${character}`).replaceAll('%', '%%')}"`);

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
