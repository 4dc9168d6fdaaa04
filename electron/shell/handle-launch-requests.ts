import type { FileHandover } from '../files/file-handover.ts';
import { t } from '../i18n/translate.ts';
import type { PageEvents } from '../ipc/page-events.ts';
import { isEmpty, type LaunchRequest } from '../launch/arguments.ts';
import type { LaunchRequests } from '../launch/launch-requests.ts';
import { pathOfLink } from '../launch/link.ts';
import type { MainWindow } from '../window/main-window.ts';

interface RequestParts {
  window: MainWindow;
  page: PageEvents;
  files: FileHandover;
}

/** Opens the links and files that the app is started with or given while it runs. */
export function handleLaunchRequests(requests: LaunchRequests, { window, page, files }: RequestParts): void {
  const reportLink = (message: string) => page.send({ kind: 'say', title: t('link.title'), message });
  requests.onRequest((request: LaunchRequest) => {
    if (request.hidden && isEmpty(request)) return;
    window.show();
    const paths = request.links.map(pathOfLink);
    const last = paths.findLast((path) => path !== undefined);
    if (last !== undefined) page.send({ kind: 'link', path: last });
    if (paths.includes(undefined)) reportLink(t('link.unknown'));
    if (request.refused === 'link') reportLink(t('link.tooLong'));
    if (request.refused === 'files') files.refuse(t('files.tooMany'));
    void files.add(request.files);
  });
}
