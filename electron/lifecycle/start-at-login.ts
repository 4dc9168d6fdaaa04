import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { app } from 'electron';
import { ShellError } from '../shell-error.ts';
import { ownAppImage } from '../updates/update-source.ts';
import { say } from '../words.ts';

const isLinux = process.platform === 'linux';
/** Desktops and their settings turn an entry off by these instead of removing it. */
const turnedOff = [
  /^Hidden[ \t]*=[ \t]*true[ \t]*$/im,
  /^X-GNOME-Autostart-enabled[ \t]*=[ \t]*false[ \t]*$/im,
];

/** Whether the app starts, without a window, when the person logs in: the system keeps that, and is asked each time. */
export class LoginItem {
  readonly #args: string[];

  /** @param dataDir where it was named at the start of the app, which has another working folder at login: absolute */
  constructor(dataDir: string | undefined) {
    this.#args = ['--hidden', ...(dataDir === undefined ? [] : ['--data-dir', dataDir])];
  }

  get isOn(): boolean {
    if (!isLinux) return app.getLoginItemSettings({ args: this.#args }).openAtLogin;
    try {
      const entry = readFileSync(autostartFile(), 'utf8');
      // One of an app that was moved since, or for another data folder, does not start this one.
      return entry.includes(`\n${this.#exec}\n`) && !turnedOff.some((line) => line.test(entry));
    } catch {
      return false;
    }
  }

  get #exec(): string {
    return `Exec=${[...program(), ...this.#args].map(quoted).join(' ')}`;
  }

  /** @throws ShellError when the system does not let it */
  set(wanted: boolean): void {
    if (isLinux) this.#setAutostart(wanted);
    else app.setLoginItemSettings({ openAtLogin: wanted, args: this.#args });
    if (this.isOn === wanted) return;
    throw new ShellError(say('login.refused'));
  }

  #setAutostart(wanted: boolean): void {
    const file = autostartFile();
    try {
      if (!wanted) return rmSync(file, { force: true });
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(file, desktopEntry(this.#exec));
    } catch (cause) {
      throw new ShellError(say('login.notChanged', { path: file }), { cause });
    }
  }
}

/** Desktop Application Autostart Specification, freedesktop.org. */
const autostartFile = () =>
  join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'autostart', 'alcove.desktop');

/** What starts this app again. An AppImage is somewhere else each time it runs. */
function program(): string[] {
  const file = ownAppImage() ?? process.execPath;
  return app.isPackaged ? [file] : [file, app.getAppPath()];
}

/** By `TryExec`, desktops pass over the entry once the app has been removed. */
const desktopEntry = (exec: string) => `[Desktop Entry]
Type=Application
Name=Alcove
TryExec=${escaped(program()[0] ?? '')}
${exec}
Terminal=false
X-GNOME-Autostart-enabled=true
`;

/** A word of a command (Desktop Entry Specification, “The Exec key”): escaped as one, and again as any text there. */
const quoted = (word: string): string =>
  escaped(`"${word.replace(/["`$\\]/g, (character) => `\\${character}`).replaceAll('%', '%%')}"`);

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
