import { Menu, type MenuItemConstructorOptions, type NativeImage, nativeImage, Tray } from 'electron';
import type { NodeState } from '../../src/contract/node-notifications.ts';
import { say } from '../words.ts';
import pausedLarge from './icons/paused@2x.png?inline';
import paused from './icons/paused.png?inline';
import runningLarge from './icons/running@2x.png?inline';
import running from './icons/running.png?inline';
import troubleLarge from './icons/trouble@2x.png?inline';
import trouble from './icons/trouble.png?inline';

type Look = 'running' | 'paused' | 'trouble';

const pictures: Record<Look, { small: string; large: string }> = {
  running: { small: running, large: runningLarge },
  paused: { small: paused, large: pausedLarge },
  trouble: { small: trouble, large: troubleLarge },
};

interface TrayActions {
  open(): void;
  setPaused(paused: boolean): void;
  quit(): void;
}

/** The icon beside the clock, while the desktop shows one: how the node is, and what one does without a window. */
export class ShellTray {
  readonly #actions: TrayActions;
  #tray: Tray | undefined;
  #state: NodeState | undefined;

  constructor(actions: TrayActions) {
    this.#actions = actions;
  }

  /** Appears, or goes away. */
  setShown(shown: boolean): void {
    if (shown === (this.#tray !== undefined)) return;
    if (!shown) {
      this.#tray?.destroy();
      this.#tray = undefined;
      return;
    }
    this.#tray = new Tray(pictureOf(lookOf(this.#state)));
    this.#tray.on('click', this.#actions.open);
    this.#draw();
  }

  tell(state: NodeState): void {
    this.#state = state;
    this.#draw();
  }

  /** Shows the same in the language that the shell speaks by now. */
  sayAnew(): void {
    this.#draw();
  }

  #draw(): void {
    const tray = this.#tray;
    if (!tray) return;
    const isPaused = this.#state?.paused_by.includes('manual') ?? false;
    const { open, setPaused, quit } = this.#actions;
    const line = stateLine(this.#state);
    const items: MenuItemConstructorOptions[] = [
      { label: say('tray.open'), click: open },
      { type: 'separator' },
      { label: line, enabled: false },
      { label: say(isPaused ? 'tray.resume' : 'tray.pause'), click: () => setPaused(!isPaused) },
      { type: 'separator' },
      { label: say('tray.quit'), click: quit },
    ];
    tray.setImage(pictureOf(lookOf(this.#state)));
    tray.setToolTip(`${say('app.name')}: ${line}`);
    tray.setContextMenu(Menu.buildFromTemplate(items));
  }
}

function lookOf(state: NodeState | undefined): Look {
  if (!state) return 'running';
  if (state.trouble !== null) return 'trouble';
  return state.paused_by.length > 0 ? 'paused' : 'running';
}

function stateLine(state: NodeState | undefined): string {
  if (!state) return say('tray.starting');
  const {
    trouble: what,
    paused_by: [reason],
    reachable_peers: count,
  } = state;
  if (what !== null) return say(`tray.trouble.${what}`);
  if (reason !== undefined) return say(`tray.paused.${reason}`);
  return count === 0 ? say('tray.alone') : say('tray.running', { count });
}

function pictureOf(look: Look): NativeImage {
  const { small, large } = pictures[look];
  // Panels of Linux take one picture and make it as small as they need.
  if (process.platform === 'linux') return nativeImage.createFromDataURL(large);
  const image = nativeImage.createEmpty();
  image.addRepresentation({ scaleFactor: 1, dataURL: small });
  image.addRepresentation({ scaleFactor: 2, dataURL: large });
  // macOS paints it in the colour of its menu bar.
  image.setTemplateImage(true);
  return image;
}
