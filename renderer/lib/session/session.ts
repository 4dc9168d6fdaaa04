import { AlcoveError, openSession } from '@alcove/client';
import type { ShellBridge } from '../../../src/contract/ipc.ts';
import { shell } from '../shell/shell.ts';
import { tabStorage } from './page-storage.ts';
import { ServerProof } from './server-proof.ts';

/** Why a page has no session: nothing gave it one (`none`), its `code` was invalid, or the session `ended` with its node. */
export type LockReason = 'none' | 'code' | 'ended';

export type Session = { state: 'starting' } | { state: 'locked'; why: LockReason } | OpenSession;

export interface OpenSession {
  state: 'open';
  token: string;
  proof: ServerProof;
}

/** Messages between the tabs of a browser, received only by pages of the same origin. */
type TabMessage = { kind: 'ask' } | { kind: 'token'; token: string };

const storageName = 'alcove.session';
const channelName = 'alcove.session';
/** Time for other tabs to respond, in milliseconds. Later responses are accepted, too. */
const tabResponseMs = 300;
/** Time for the node to respond, in milliseconds, before the page shows instructions. */
const nodeResponseMs = 3000;
/** Attempts and their delay in milliseconds while the node accepts no codes, such as during a restart. */
const codeTries = 20;
const codeAgainMs = 1000;

let session: Session = { state: 'starting' };
let tabs: BroadcastChannel | undefined;
/** Tokens that the node refused. */
const refused = new Set<string>();
const listeners = new Set<() => void>();

function change(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

/** Removes the code from the URL, so that it is in no screenshot, bookmark or copied address. */
function takeCodeFromAddress(): string | null {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (code === null || code === '') return null;
  history.replaceState(history.state, '', location.pathname + location.search);
  return code;
}

function openWith(token: string): void {
  change({ state: 'open', token, proof: new ServerProof(token, () => lockIfCurrent(token, 'ended')) });
}

function keep(token: string): void {
  tabStorage.set(storageName, token);
  openWith(token);
}

const post = (message: TabMessage) => tabs?.postMessage(message);

const lockAfter = (ms: number, why: LockReason) =>
  setTimeout(() => session.state === 'starting' && change({ state: 'locked', why }), ms);

/** Requests the session of this run from the other tabs. */
function askTabs(why: LockReason): void {
  if (session.state === 'locked') change({ state: 'locked', why });
  post({ kind: 'ask' });
  lockAfter(tabResponseMs, why);
}

/** Exchanges a code for a session. An invalid code does not end an existing session. */
async function openWithCode(code: string): Promise<void> {
  lockAfter(nodeResponseMs, 'none');
  for (let tries = 1; ; tries += 1) {
    try {
      const token = await openSession('', code);
      keep(token);
      // Locked tabs use this session, too.
      post({ kind: 'token', token });
      return;
    } catch (error) {
      if (session.state === 'open') return;
      // The rate limit of the node also counts only wrong codes.
      const isRefused = error instanceof AlcoveError && (error.status === 401 || error.status === 429);
      const hasSession = tabStorage.get(storageName) !== null;
      if (isRefused || hasSession || tries === codeTries)
        return openKeptOrAskTabs(isRefused ? 'code' : 'none');
      await new Promise((resolve) => setTimeout(resolve, codeAgainMs));
    }
  }
}

function openKeptOrAskTabs(why: LockReason): void {
  const kept = tabStorage.get(storageName);
  if (kept !== null) openWith(kept);
  else askTabs(why);
}

function openInBrowser(): void {
  const code = takeCodeFromAddress();
  if (code === null) openKeptOrAskTabs('none');
  else void openWithCode(code);
}

function listenToTabs(): void {
  try {
    tabs = new BroadcastChannel(channelName);
  } catch {
    // A browser that blocks storage may block channels, too.
    return;
  }
  tabs.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === 'ask' && session.state === 'open') post({ kind: 'token', token: session.token });
    if (data.kind === 'token' && session.state !== 'open' && !refused.has(data.token)) keep(data.token);
  };
}

/** Requests the session of this run from the shell. */
export function openByShell(bridge: ShellBridge): void {
  bridge
    .invoke('dashboardSession.get', undefined)
    .then(openWith, () => change({ state: 'locked', why: 'none' }));
}

/** Opens a session: from the shell, or in a browser by the code in the URL, this tab's storage or another tab. */
export function startSession(): void {
  if (shell) return openByShell(shell);
  listenToTabs();
  openInBrowser();
  // Pasting the printed address into this tab changes the fragment only and does not reload the page.
  window.addEventListener('hashchange', () => {
    if (location.hash.startsWith('#code=')) openInBrowser();
  });
}

/** Removes a session that the node refused. Another tab may have a newer one. */
export const lockSession = (token: string): void => lockIfCurrent(token, 'none');

function lockIfCurrent(token: string, why: LockReason): void {
  refused.add(token);
  if (session.state !== 'open' || session.token !== token) return;
  tabStorage.remove(storageName);
  change({ state: 'locked', why });
  post({ kind: 'ask' });
}

/** Resolves once the node of this page has proved itself. @throws for another program, or without a response */
export async function provenNode(): Promise<void> {
  if (session.state === 'open') await session.proof.ready();
  else if (session.state === 'locked' && session.why === 'ended') throw new Error('the node has stopped');
}

/** Records that the connection was lost; the node must prove itself again. */
export function loseConnection(): void {
  if (session.state === 'open') session.proof.lost();
}

/** Returns the token of the session, once the node has proved itself. @throws AlcoveError without a response */
export async function sessionToken(signal: AbortSignal): Promise<string> {
  for (;;) {
    const { token, proof } = await nextOpenSession(signal);
    try {
      await proof.ready();
      return token;
    } catch (error) {
      if (isOpen(token)) throw error;
      // Another program responded, so the request waits for the next session.
    }
  }
}

const isOpen = (token: string): boolean => session.state === 'open' && session.token === token;

function nextOpenSession(signal: AbortSignal): Promise<OpenSession> {
  const { promise, resolve, reject } = Promise.withResolvers<OpenSession>();
  const check = () => session.state === 'open' && resolve(session);
  const giveUp = () => reject(signal.reason);
  const forget = subscribeSession(check);
  signal.addEventListener('abort', giveUp, { once: true });
  if (signal.aborted) giveUp();
  check();
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
