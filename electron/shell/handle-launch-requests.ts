import { t } from '../i18n/translate.ts';
import { isEmpty, type LaunchRequest } from '../launch/arguments.ts';
import { pathOfLink } from '../launch/link.ts';
import type { ShellOptions, ShellParts } from './shell-options.ts';

/** Opens the links and files that the app receives at its start or while it runs. */
export function handleLaunchRequests(
  { requests }: ShellOptions,
  { window, page, files }: Pick<ShellParts, 'window' | 'page' | 'files'>,
): void {
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
