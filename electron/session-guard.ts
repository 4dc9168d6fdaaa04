import { app, type Session, type WebContents } from 'electron';

/** Whether `url` is a page or a call of the dashboard, the one origin that the window may use. */
function isDashboard(url: string, dashboardOrigin: string): boolean {
  return URL.canParse(url) && new URL(url).origin === dashboardOrigin;
}

/**
 * Chromium resolves no name but the loopback address: not for a prefetch and not for services of its own.
 * The node's connections are Node's and not affected. To be called before the app is ready.
 */
export function guardNetwork(): void {
  app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND, EXCLUDE 127.0.0.1');
}

/** Denies the session every permission, every download and every request that leaves the dashboard. */
export function guardSession(session: Session, dashboardOrigin: string): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setSpellCheckerEnabled(false);
  session.on('will-download', (event) => event.preventDefault());
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    const developerTools = !app.isPackaged && url.startsWith('devtools:');
    answer({ cancel: !developerTools && !isDashboard(url, dashboardOrigin) });
  });
}

/** Keeps a page where it is: no other address, no new window, no embedded page. */
export function guardContents(contents: WebContents, dashboardOrigin: string): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame || !isDashboard(event.url, dashboardOrigin)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (!isDashboard(event.url, dashboardOrigin)) event.preventDefault();
  });
}
