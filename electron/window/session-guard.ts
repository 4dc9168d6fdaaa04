import { app, type Session, type WebContents } from 'electron';

/** What the window may use: the dashboard, and what is stored, which pictures, players and the viewer show. */
export interface Reach {
  dashboardOrigin: string;
  /** Of the node API. */
  nodeOrigin: string;
}

/** Whether `url` is a page or a call of the dashboard, the one origin that the window may go to. */
function isDashboard(url: string, { dashboardOrigin }: Reach): boolean {
  return URL.canParse(url) && new URL(url).origin === dashboardOrigin;
}

const parts = new Set(['image', 'media', 'xhr']);

/** Whether something stored is loaded as a part of a page. */
function isStoredPart(url: string, resourceType: string, { nodeOrigin }: Reach): boolean {
  return (
    parts.has(resourceType) &&
    URL.canParse(url) &&
    new URL(url).origin === nodeOrigin &&
    new URL(url).pathname.startsWith('/api/v1/storage/')
  );
}

/** The frame that shows what is stored; it has no origin (src/platform/http/listeners/dashboard-api.ts). */
const viewerPath = '/viewer/frame.html';
/** Files that the viewer made itself: it has no origin to load them from. */
const isMadeByViewer = (url: string): boolean => url.startsWith('blob:null/');

/**
 * Chromium resolves no name but the loopback address: not for a prefetch and not for services of its own. Nor does it look
 * for a proxy, as of a network that offers one by itself: the window would wait for that. Nor does it keep what it loads on
 * the disk, where a content that was deleted would stay.
 * The node's connections are Node's and not affected. To be called before the app is ready.
 */
export function guardNetwork(): void {
  app.commandLine.appendSwitch('disable-http-cache');
  app.commandLine.appendSwitch('no-proxy-server');
  app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND, EXCLUDE 127.0.0.1');
}

/** Denies the session every permission but full screen, every download and every request that leaves the node. */
export function guardSession(session: Session, reach: Reach): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { isMainFrame, requestingUrl }) =>
    // A frame that shows what is stored could look like anything on the whole screen.
    answer(permission === 'fullscreen' && isMainFrame && isDashboard(requestingUrl, reach)),
  );
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setSpellCheckerEnabled(false);
  session.on('will-download', (event) => event.preventDefault());
  session.webRequest.onBeforeRequest(({ url, resourceType }, answer) => {
    const developerTools = !app.isPackaged && url.startsWith('devtools:');
    const isOwn = isDashboard(url, reach) || isStoredPart(url, resourceType, reach) || isMadeByViewer(url);
    answer({ cancel: !developerTools && !isOwn });
  });
}

/** Keeps a page where it is: no other address, no new window, no embedded page but the viewer. */
export function guardContents(contents: WebContents, reach: Reach): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => {
    const mayGo = event.isMainFrame || new URL(event.url).pathname === viewerPath;
    if (!isDashboard(event.url, reach) || !mayGo) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (!isDashboard(event.url, reach)) event.preventDefault();
  });
}
