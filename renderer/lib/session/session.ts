import { AlcoveError, openSession } from '@alcove/client';
import type { ShellBridge } from '../../../src/contract/ipc.ts';
import { shell } from '../shell/shell.ts';
import { tabStorage } from './page-storage.ts';
import { ServerProof } from './server-proof.ts';

/** Why a page has no session: it was given none, its code did not count, or the node that opened it has ended. */
export type WhyLocked = 'none' | 'code' | 'ended';

/** Whether this page has a session of its node. */
export type Session = { state: 'starting' } | { state: 'locked'; why: WhyLocked } | OpenSession;

export interface OpenSession {
  state: 'open';
  token: string;
  proof: ServerProof;
}

/** What tabs of one browser tell each other. Only pages of this very origin hear it, and each run has its own. */
type TabMessage = { kind: 'ask' } | { kind: 'token'; token: string };

const storageName = 'alcove.session';
const channelName = 'alcove.session';
/** How long other tabs have to answer, in milliseconds. An answer that comes later still counts. */
const patience = 300;
/** How long the node has to answer before the page says what to do. */
const codePatience = 3000;
/** How often a node that does not take codes now, as one that restarts, is asked, and after how many milliseconds again. */
const codeTries = 20;
const codeAgainMs = 1000;

let session: Session = { state: 'starting' };
let tabs: BroadcastChannel | undefined;
/** Tokens that the node did not take. */
const refused = new Set<string>();
const listeners = new Set<() => void>();

function change(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

/** Takes the code out of the address, so that it is in no screenshot, bookmark or copied address. */
function takeCodeFromAddress(): string | null {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (code === null || code === '') return null;
  history.replaceState(history.state, '', location.pathname + location.search);
  return code;
}

function openWith(token: string): void {
  change({ state: 'open', token, proof: new ServerProof(token, () => end(token, 'ended')) });
}

function keep(token: string): void {
  tabStorage.set(storageName, token);
  openWith(token);
}

const tell = (message: TabMessage) => tabs?.postMessage(message);

const lockAfter = (ms: number, why: WhyLocked) =>
  setTimeout(() => session.state === 'starting' && change({ state: 'locked', why }), ms);

/** Asks the other tabs of this run for a session. */
function askTabs(why: WhyLocked): void {
  if (session.state === 'locked') change({ state: 'locked', why });
  tell({ kind: 'ask' });
  lockAfter(patience, why);
}

/** Exchanges a code for a session. One that does not count takes nothing from a tab that has a session. */
async function openWithCode(code: string): Promise<void> {
  lockAfter(codePatience, 'none');
  for (let tries = 1; ; tries += 1) {
    try {
      const token = await openSession('', code);
      keep(token);
      // Tabs that are locked open as well.
      tell({ kind: 'token', token });
      return;
    } catch (error) {
      if (session.state === 'open') return;
      // Only wrong codes are told to wait.
      const isRefused = error instanceof AlcoveError && (error.status === 401 || error.status === 429);
      const hasSession = tabStorage.get(storageName) !== null;
      if (isRefused || hasSession || tries === codeTries) return openWithout(isRefused ? 'code' : 'none');
      await new Promise((resolve) => setTimeout(resolve, codeAgainMs));
    }
  }
}

function openWithout(why: WhyLocked): void {
  const kept = tabStorage.get(storageName);
  if (kept !== null) openWith(kept);
  else askTabs(why);
}

function openInBrowser(): void {
  const code = takeCodeFromAddress();
  if (code === null) openWithout('none');
  else void openWithCode(code);
}

function listenToTabs(): void {
  try {
    tabs = new BroadcastChannel(channelName);
  } catch {
    // A browser that lets pages keep nothing may not let them talk either.
    return;
  }
  tabs.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === 'ask' && session.state === 'open') tell({ kind: 'token', token: session.token });
    if (data.kind === 'token' && session.state !== 'open' && !refused.has(data.token)) keep(data.token);
  };
}

/** Asks the shell for the session of its run. */
export function openByShell(bridge: ShellBridge): void {
  bridge
    .invoke('dashboardSession.get', undefined)
    .then(openWith, () => change({ state: 'locked', why: 'none' }));
}

/** Opens a session: by the shell, or in a browser by the code in the address, this tab's storage or another tab. */
export function startSession(): void {
  if (shell) return openByShell(shell);
  listenToTabs();
  openInBrowser();
  // Pasting the printed address into this tab only changes the fragment: the page is not loaded again.
  window.addEventListener('hashchange', () => {
    if (location.hash.startsWith('#code=')) openInBrowser();
  });
}

/** Forgets a session that the node refused. Another tab may have a newer one. */
export const lockSession = (token: string): void => end(token, 'none');

function end(token: string, why: WhyLocked): void {
  refused.add(token);
  if (session.state !== 'open' || session.token !== token) return;
  tabStorage.remove(storageName);
  change({ state: 'locked', why });
  tell({ kind: 'ask' });
}

/** Resolves once what answers has proved to be the node of this page. @throws where it is not, or nothing answers */
export async function provenNode(): Promise<void> {
  if (session.state === 'open') await session.proof.ready();
  else if (session.state === 'locked' && session.why === 'ended') throw new Error('the node has stopped');
}

/** Notes that the connection was lost: what answers next has to prove that it is the node. */
export function loseConnection(): void {
  if (session.state === 'open') session.proof.lost();
}

/**
 * The token of the session, once there is one and the node has proved itself.
 * @throws AlcoveError where nothing answers; as the signal says
 */
export async function sessionToken(signal: AbortSignal): Promise<string> {
  for (;;) {
    const { token, proof } = await openedSession(signal);
    try {
      await proof.ready();
      return token;
    } catch (error) {
      if (isOpen(token)) throw error;
      // Another program answered: what is to be sent waits for the next session.
    }
  }
}

const isOpen = (token: string): boolean => session.state === 'open' && session.token === token;

function openedSession(signal: AbortSignal): Promise<OpenSession> {
  const { promise, resolve, reject } = Promise.withResolvers<OpenSession>();
  const look = () => session.state === 'open' && resolve(session);
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
