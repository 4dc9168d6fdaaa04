import { app, type Session, type WebContents } from 'electron';

/** The origins that the window may load: the dashboard, and stored content for images, players and the viewer. */
export interface AllowedOrigins {
  dashboardOrigin: string;
  nodeOrigin: string;
}

export function allowedOrigins({
  dashboardUrl,
  nodeUrl,
}: {
  dashboardUrl: string;
  nodeUrl: string;
}): AllowedOrigins {
  return { dashboardOrigin: dashboardUrl, nodeOrigin: nodeUrl };
}

/** Returns whether `url` has the origin of the dashboard, the only one to which the window may navigate. */
function isDashboard(url: string, { dashboardOrigin }: AllowedOrigins): boolean {
  return URL.canParse(url) && new URL(url).origin === dashboardOrigin;
}

const storedTypes = new Set(['image', 'media', 'xhr']);

/** Returns whether a page loads stored content as one of its parts. */
function isStoredContent(url: string, resourceType: string, { nodeOrigin }: AllowedOrigins): boolean {
  return (
    storedTypes.has(resourceType) &&
    URL.canParse(url) &&
    new URL(url).origin === nodeOrigin &&
    new URL(url).pathname.startsWith('/api/v1/storage/')
  );
}

/** The frame that shows stored content; its origin is opaque (src/platform/http/listeners/dashboard-api.ts). */
const viewerPath = '/viewer/frame.html';
/** Returns whether the viewer created the file itself, which then has an opaque origin. */
const isViewerBlob = (url: string): boolean => url.startsWith('blob:null/');

/**
 * Prevents Chromium from resolving any name except the loopback address, including prefetches and its own services;
 * from searching for a proxy, which would delay the window; and from caching on disk, where deleted content would stay.
 * Does not affect the connections of the node. Call it before the app is ready.
 */
export function guardNetwork(): void {
  app.commandLine.appendSwitch('disable-http-cache');
  app.commandLine.appendSwitch('no-proxy-server');
  app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND, EXCLUDE 127.0.0.1');
}

/** Denies the session every permission except full screen, every download and every request to other origins. */
export function guardSession(session: Session, allowed: AllowedOrigins): void {
  session.setPermissionRequestHandler((_contents, permission, callback, { isMainFrame, requestingUrl }) =>
    // In full screen, stored content could imitate anything.
    callback(permission === 'fullscreen' && isMainFrame && isDashboard(requestingUrl, allowed)),
  );
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setSpellCheckerEnabled(false);
  session.on('will-download', (event) => event.preventDefault());
  session.webRequest.onBeforeRequest(({ url, resourceType }, callback) => {
    const developerTools = !app.isPackaged && url.startsWith('devtools:');
    const isOwn =
      isDashboard(url, allowed) || isStoredContent(url, resourceType, allowed) || isViewerBlob(url);
    callback({ cancel: !developerTools && !isOwn });
  });
}

/** Blocks navigation to other origins, new windows, and every embedded page except the viewer. */
export function guardContents(contents: WebContents, allowed: AllowedOrigins): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => {
    const mayGo = event.isMainFrame || new URL(event.url).pathname === viewerPath;
    if (!isDashboard(event.url, allowed) || !mayGo) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (!isDashboard(event.url, allowed)) event.preventDefault();
  });
}
