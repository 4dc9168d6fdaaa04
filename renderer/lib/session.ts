import type { ShellBridge } from '../../src/contract/ipc.ts';
import { tabStorage } from './page-storage.ts';
import { shell } from './shell.ts';

/** Whether this page holds the key to its node. */
export type Session = { state: 'starting' | 'locked' } | { state: 'open'; key: string };

/** What tabs of one browser tell each other. Only pages of this very origin hear it. */
type TabMessage = { kind: 'ask' } | { kind: 'key'; key: string; isGiven: boolean };

const storageName = 'alcove.local-key';
const channelName = 'alcove.session';
/** How long other tabs have to answer, in milliseconds. An answer that comes later still counts. */
const patience = 300;

let session: Session = { state: 'starting' };
let tabs: BroadcastChannel | undefined;
/** The last key that the node did not take. */
let refused: string | undefined;
/** What this tab had before it was given other keys: the way back where those are refused. */
let former: string[] = [];
const listeners = new Set<() => void>();

function change(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

/** Takes the key out of the address, so that it is in no screenshot, bookmark or copied address. */
function takeKeyFromAddress(): string | null {
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  if (key === null || key === '') return null;
  history.replaceState(history.state, '', location.pathname + location.search);
  return key;
}

function openWith(key: string): void {
  tabStorage.set(storageName, key);
  change({ state: 'open', key });
}

const tell = (message: TabMessage) => tabs?.postMessage(message);

function openInBrowser(): void {
  const given = takeKeyFromAddress();
  const kept = tabStorage.get(storageName);
  const key = given ?? kept;
  if (kept !== null && kept !== key) former.push(kept);
  if (key === null) {
    tell({ kind: 'ask' });
    setTimeout(() => session.state === 'starting' && change({ state: 'locked' }), patience);
    return;
  }
  openWith(key);
  // Tabs that are locked open as well.
  if (given !== null) tell({ kind: 'key', key, isGiven: true });
}

function listenToTabs(): void {
  try {
    tabs = new BroadcastChannel(channelName);
  } catch {
    // A browser that lets pages keep nothing may not let them talk either.
    return;
  }
  tabs.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === 'ask' && session.state === 'open') {
      tell({ kind: 'key', key: session.key, isGiven: false });
    }
    // One that a person has just given may be right by now.
    const isWorthIt = data.kind === 'key' && (data.isGiven || data.key !== refused);
    if (isWorthIt && session.state !== 'open') openWith(data.key);
  };
}

/** Asks the shell for the key: the node that it runs may have another one by now. */
export function openByShell(bridge: ShellBridge): void {
  bridge.invoke('localKey.get', undefined).then(
    (key) => change({ state: 'open', key }),
    () => change({ state: 'locked' }),
  );
}

/** Finds the local key: from the shell, or in a browser from the address, this tab's storage or another tab. */
export function startSession(): void {
  if (shell) return openByShell(shell);
  listenToTabs();
  openInBrowser();
  // Pasting the printed address into this tab only changes the fragment: the page is not loaded again.
  window.addEventListener('hashchange', () => {
    if (location.hash.startsWith('#key=')) openInBrowser();
  });
}

/** The node has taken the key that this tab has now. */
export function confirmSession(): void {
  former = [];
}

/** Forgets a key that the node refused. Another tab may have been given a newer one. */
export function lockSession(key: string): void {
  if (session.state === 'open' && session.key !== key) return;
  refused = key;
  const before = former.pop();
  if (before !== undefined) {
    openWith(before);
    return;
  }
  tabStorage.remove(storageName);
  change({ state: 'locked' });
  tell({ kind: 'ask' });
}

/** The key to the node, once there is one that it has not refused. Rejects as the signal says. */
export function sessionKey(signal: AbortSignal): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const look = () => session.state === 'open' && resolve(session.key);
  const giveUp = () => reject(signal.reason);
  const forget = subscribeSession(look);
  signal.addEventListener('abort', giveUp, { once: true });
  if (signal.aborted) giveUp();
  look();
  return promise.finally(() => {
    forget();
    signal.removeEventListener('abort', giveUp);
  });
}

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentSession(): Session {
  return session;
}
