import { Component, type ReactNode } from 'react';
import { CallError } from '../../lib/api/call-error.ts';
import { t } from '../../lib/i18n/language.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { Page } from '../../ui/layout/page.tsx';

interface PageBoundaryProps {
  /** Path of the page; another path resets the error. */
  path: string;
  children: ReactNode;
}

interface PageBoundaryState {
  path: string;
  error: unknown;
}

/** Shows an error in place of a page that fails to render, and keeps the frame. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { path: this.props.path, error: undefined };

  static getDerivedStateFromError(error: unknown): Partial<PageBoundaryState> {
    return { error: error ?? new Error('Something empty was thrown.') };
  }

  static getDerivedStateFromProps({ path }: PageBoundaryProps, state: PageBoundaryState) {
    return path === state.path ? null : { path, error: undefined };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <Page title={t('frame.pageFailed.title')}>
        <ProblemAlert
          error={error instanceof CallError ? error : broken()}
          onRetry={() => location.reload()}
        />
      </Page>
    );
  }
}

/** Returns an error of the dashboard itself, as opposed to one of the node. */
function broken(): CallError {
  return new CallError({
    title: () => t('frame.pageFailed.broken'),
    detail: () => t('frame.pageFailed.reload'),
  });
}
