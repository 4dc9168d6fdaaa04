import { Menu, type MenuItemConstructorOptions, type NativeImage, nativeImage, Tray } from 'electron';
import type { NodeState } from '../../src/contract/shell/node-notifications.ts';
import { t } from '../i18n/translate.ts';
import pausedLarge from './icons/paused@2x.png?inline';
import paused from './icons/paused.png?inline';
import runningLarge from './icons/running@2x.png?inline';
import running from './icons/running.png?inline';
import troubleLarge from './icons/trouble@2x.png?inline';
import trouble from './icons/trouble.png?inline';

type IconState = 'running' | 'paused' | 'trouble';

const icons: Record<IconState, { small: string; large: string }> = {
  running: { small: running, large: runningLarge },
  paused: { small: paused, large: pausedLarge },
  trouble: { small: trouble, large: troubleLarge },
};

interface TrayActions {
  open(): void;
  setPaused(paused: boolean): void;
  quit(): void;
}

/** The tray icon, which shows the state of the node and a menu while the desktop has a tray. */
export class ShellTray {
  readonly #actions: TrayActions;
  #tray: Tray | undefined;
  #state: NodeState | undefined;

  constructor(actions: TrayActions) {
    this.#actions = actions;
  }

  setShown(shown: boolean): void {
    if (shown === (this.#tray !== undefined)) return;
    if (!shown) {
      this.#tray?.destroy();
      this.#tray = undefined;
      return;
    }
    this.#tray = new Tray(iconOf(iconStateOf(this.#state)));
    this.#tray.on('click', this.#actions.open);
    this.#draw();
  }

  setState(state: NodeState): void {
    this.#state = state;
    this.#draw();
  }

  /** Updates the texts to the current language. */
  redraw(): void {
    this.#draw();
  }

  #draw(): void {
    const tray = this.#tray;
    if (!tray) return;
    const isPaused = this.#state?.paused_by.includes('manual') ?? false;
    const { open, setPaused, quit } = this.#actions;
    const line = stateLine(this.#state);
    const items: MenuItemConstructorOptions[] = [
      { label: t('tray.open'), click: open },
      { type: 'separator' },
      { label: line, enabled: false },
      { label: t(isPaused ? 'tray.resume' : 'tray.pause'), click: () => setPaused(!isPaused) },
      { type: 'separator' },
      { label: t('tray.quit'), click: quit },
    ];
    tray.setImage(iconOf(iconStateOf(this.#state)));
    tray.setToolTip(`${t('app.name')}: ${line}`);
    tray.setContextMenu(Menu.buildFromTemplate(items));
  }
}

function iconStateOf(state: NodeState | undefined): IconState {
  if (!state) return 'running';
  if (state.trouble !== null) return 'trouble';
  return state.paused_by.length > 0 ? 'paused' : 'running';
}

function stateLine(state: NodeState | undefined): string {
  if (!state) return t('tray.starting');
  const {
    trouble: what,
    paused_by: [reason],
    reachable_peers: count,
  } = state;
  if (what !== null) return t(`tray.trouble.${what}`);
  if (reason !== undefined) return t(`tray.paused.${reason}`);
  return count === 0 ? t('tray.alone') : t('tray.running', { count });
}

function iconOf(state: IconState): NativeImage {
  const { small, large } = icons[state];
  // Linux panels accept one image and scale it.
  if (process.platform === 'linux') return nativeImage.createFromDataURL(large);
  const image = nativeImage.createEmpty();
  image.addRepresentation({ scaleFactor: 1, dataURL: small });
  image.addRepresentation({ scaleFactor: 2, dataURL: large });
  // macOS recolours a template image to fit its menu bar.
  image.setTemplateImage(true);
  return image;
}
