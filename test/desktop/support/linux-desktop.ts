import { Message, sessionBus, Variant } from '@jellybrick/dbus-next';
import { startSessionBus } from './session-bus.ts';

/** An item of a tray's menu. */
interface TrayItem {
  id: number;
  label: string;
  enabled: boolean;
}

interface ShownNotification {
  id: number;
  title: string;
  body: string;
}

/** A desktop with a tray and notifications, for programs on a session bus. */
export interface LinuxDesktop {
  /** Environment variables for its programs. */
  environment: Record<string, string>;
  /** Shows or removes the tray. */
  setTray(shown: boolean): Promise<void>;
  /** Returns the menu of the icon in the tray; empty if there is no icon. */
  trayMenu(): Promise<TrayItem[]>;
  clickInTray(label: string): Promise<void>;
  notifications: ShownNotification[];
  clickNotification(id: number): void;
  stop(): Promise<void>;
}

const watcherName = 'org.kde.StatusNotifierWatcher';
const notifierName = 'org.freedesktop.Notifications';
const notifierPath = '/org/freedesktop/Notifications';

interface Icon {
  service: string;
  path: string;
}

/** The reply to a call: a signature and its values. */
type Answer = [signature: string, values: unknown[]];

/**
 * Returns the implementation of a tray (StatusNotifierItem) and of notifications (Desktop Notifications Specification),
 * by the names of the calls.
 */
function answers(icons: Icon[], shown: ShownNotification[]) {
  const nothing: Answer = ['', []];
  return {
    [`${watcherName}.RegisterStatusNotifierItem`]: ({ sender, body: [named] }: Message): Answer => {
      // An icon names its bus. Some programs name only the path of their object, which is then on the bus of the
      // caller.
      const isPath = String(named).startsWith('/');
      icons.push(
        isPath
          ? { service: sender, path: String(named) }
          : { service: String(named), path: '/StatusNotifierItem' },
      );
      return nothing;
    },
    'org.freedesktop.DBus.Properties.Get': ({ body: [, name] }: Message): Answer => {
      const isThere = name === 'IsStatusNotifierHostRegistered';
      return ['v', [isThere ? new Variant('b', true) : new Variant('i', 0)]];
    },
    [`${notifierName}.Notify`]: ({ body }: Message): Answer => {
      const [, replaces, , title, text] = body as [string, number, string, string, string];
      const id = replaces || shown.length + 1;
      shown.push({ id, title, body: text });
      return ['u', [id]];
    },
    [`${notifierName}.CloseNotification`]: (): Answer => nothing,
    [`${notifierName}.GetCapabilities`]: (): Answer => ['as', [['actions', 'body', 'body-markup']]],
    [`${notifierName}.GetServerInformation`]: (): Answer => ['ssss', ['test', 'alcove', '1', '1.2']],
  };
}

export async function startLinuxDesktop({ tray }: { tray: boolean }): Promise<LinuxDesktop> {
  const session = await startSessionBus();
  const bus = sessionBus({ busAddress: session.address });
  const icons: Icon[] = [];
  const notifications: ShownNotification[] = [];
  const calls: Record<string, (call: Message) => Answer> = answers(icons, notifications);
  bus.addMethodHandler((call: Message) => {
    const answer = calls[`${call.interface}.${call.member}`];
    if (!answer) return false;
    bus.send(Message.newMethodReturn(call, ...answer(call)));
    return true;
  });
  await bus.requestName(notifierName);
  const setTray = async (shown: boolean) => {
    icons.length = 0;
    await (shown ? bus.requestName(watcherName) : bus.releaseName(watcherName));
  };
  if (tray) await setTray(true);

  const ask = async (
    destination: string,
    path: string,
    member: string,
    signature: string,
    body: unknown[],
  ) => {
    const [from, name] = splitAtLast(member);
    const call = new Message({ destination, path, interface: from, member: name, signature, body });
    return (await bus.call(call))?.body ?? [];
  };
  const menuOf = async () => {
    const item = icons.at(-1);
    if (!item) throw new Error('There is no icon in the tray.');
    const [menu] = await ask(item.service, item.path, 'org.freedesktop.DBus.Properties.Get', 'ss', [
      'org.kde.StatusNotifierItem',
      'Menu',
    ]);
    return { service: item.service, path: String((menu as Variant).value) };
  };
  const trayMenu = async (): Promise<TrayItem[]> => {
    if (icons.length === 0) return [];
    const { service, path } = await menuOf();
    const body = [0, -1, ['label', 'enabled']];
    const [, layout] = await ask(service, path, 'com.canonical.dbusmenu.GetLayout', 'iias', body);
    const [, , children] = layout as [number, unknown, Variant<[number, Record<string, Variant>, unknown]>[]];
    return children.map(({ value: [id, properties] }) => ({
      id,
      label: String(properties.label?.value ?? '').replaceAll('_', ''),
      enabled: properties.enabled?.value !== false,
    }));
  };

  return {
    environment: { DBUS_SESSION_BUS_ADDRESS: session.address },
    setTray,
    trayMenu,
    clickInTray: async (label) => {
      const item = (await trayMenu()).find((one) => one.label === label);
      if (!item) throw new Error(`The tray has no “${label}”.`);
      const { service, path } = await menuOf();
      const body = [item.id, 'clicked', new Variant('s', ''), 0];
      await ask(service, path, 'com.canonical.dbusmenu.Event', 'isvu', body);
    },
    notifications,
    clickNotification: (id) =>
      bus.send(Message.newSignal(notifierPath, notifierName, 'ActionInvoked', 'us', [id, 'default'])),
    stop: async () => {
      bus.disconnect();
      await session.stop();
    },
  };
}

function splitAtLast(member: string): [string, string] {
  const at = member.lastIndexOf('.');
  return [member.slice(0, at), member.slice(at + 1)];
}
