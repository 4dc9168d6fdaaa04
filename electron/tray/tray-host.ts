import type { EventEmitter } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { Message, MessageBus } from '@jellybrick/dbus-next';

type Call = ConstructorParameters<typeof Message>[0];

/** The registry of tray icons on Linux (StatusNotifierItem, freedesktop.org). */
const watcher = { name: 'org.kde.StatusNotifierWatcher', path: '/StatusNotifierWatcher' };
const busService = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
};
const signalRules = [
  `type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='${watcher.name}'`,
  `type='signal',path='${watcher.path}',interface='${watcher.name}'`,
];
/** Time limit of a response of the bus. */
const replyLimitMs = 2000;

/** Watches whether the desktop has a tray: without one, the user could not show a hidden window again. */
export class TrayHost {
  #isAvailable = process.platform !== 'linux';
  #bus: MessageBus | undefined;
  #onChange: (() => void) | undefined;
  readonly #waiting: (() => void)[] = [];

  get isAvailable(): boolean {
    return this.#isAvailable;
  }

  /** Calls `listener` whenever a tray appears or disappears. */
  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  /** Starts watching. Resolves once it is known whether there is a tray. */
  async start(): Promise<void> {
    const address = process.env.DBUS_SESSION_BUS_ADDRESS;
    if (process.platform !== 'linux' || !address?.startsWith('unix:')) return;
    const dbus = await import('@jellybrick/dbus-next');
    const bus = dbus.sessionBus({ busAddress: address });
    this.#bus = bus;
    const request = async (call: Call) => (await bus.call(new dbus.Message(call)))?.body[0];
    const check = async () => this.#set(await hasHost(request));
    // Without the bus there is no tray; no other part depends on the bus.
    const markUnavailable = () => this.#set(false);
    (bus as EventEmitter).on('error', markUnavailable);
    bus.on('message', ({ member, interface: from }) => {
      if (member === 'NameOwnerChanged' || from === watcher.name) check().catch(markUnavailable);
    });
    const subscribe = async () => {
      for (const match of signalRules)
        await request({ ...busService, member: 'AddMatch', signature: 's', body: [match] });
      await check();
    };
    await Promise.race([
      subscribe().catch(markUnavailable),
      setTimeout(replyLimitMs, undefined, { ref: false }),
    ]);
  }

  /** Waits for a tray for a limited time; returns at once on systems without trays. */
  async waitForTray(withinMs: number): Promise<void> {
    if (this.#isAvailable || !this.#bus) return;
    const appeared = new Promise<void>((resolve) => this.#waiting.push(resolve));
    await Promise.race([appeared, setTimeout(withinMs)]);
  }

  stop(): void {
    this.#bus?.disconnect();
    this.#bus = undefined;
  }

  #set(isAvailable: boolean): void {
    if (isAvailable === this.#isAvailable || !this.#bus) return;
    this.#isAvailable = isAvailable;
    if (isAvailable) for (const resolve of this.#waiting.splice(0)) resolve();
    this.#onChange?.();
  }
}

async function hasHost(request: (call: Call) => Promise<unknown>): Promise<boolean> {
  const name = [watcher.name];
  const isOwned = await request({ ...busService, member: 'NameHasOwner', signature: 's', body: name });
  if (isOwned !== true) return false;
  const reply = await request({
    destination: watcher.name,
    path: watcher.path,
    interface: 'org.freedesktop.DBus.Properties',
    member: 'Get',
    signature: 'ss',
    body: [watcher.name, 'IsStatusNotifierHostRegistered'],
  });
  return typeof reply === 'object' && reply !== null && 'value' in reply && reply.value === true;
}
