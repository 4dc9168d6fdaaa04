import { shell } from './shell.ts';

/** Whether this page holds the key to its node. */
export type Session = { state: 'starting' | 'locked' } | { state: 'open'; key: string };

const storageName = 'alcove.local-key';
let session: Session = { state: 'starting' };
const listeners = new Set<() => void>();

function change(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

/** Takes the key out of the address, so that it stays out of history, screenshots and bookmarks. */
function takeKeyFromAddress(): string | null {
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  if (key === null || key === '') return null;
  history.replaceState(history.state, '', location.pathname + location.search);
  sessionStorage.setItem(storageName, key);
  return key;
}

function openInBrowser(): void {
  const key = takeKeyFromAddress() ?? sessionStorage.getItem(storageName);
  change(key === null ? { state: 'locked' } : { state: 'open', key });
}

/** Finds the local key: from the shell, or in a browser from the address or this tab's storage. */
export function startSession(): void {
  if (shell) {
    shell.invoke('localKey.get', undefined).then(
      (key) => change({ state: 'open', key }),
      () => change({ state: 'locked' }),
    );
    return;
  }
  openInBrowser();
  // Pasting the printed address into this tab only changes the fragment: the page is not loaded again.
  window.addEventListener('hashchange', () => {
    if (takeKeyFromAddress() !== null) openInBrowser();
  });
}

/** Forgets a key that the node refused. */
export function lockSession(): void {
  sessionStorage.removeItem(storageName);
  change({ state: 'locked' });
}

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentSession(): Session {
  return session;
}
