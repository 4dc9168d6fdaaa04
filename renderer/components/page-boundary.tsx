import { Component, type ReactNode } from 'react';
import { t } from '../lib/language.ts';
import { CallError } from '../lib/problem.ts';
import { Page } from './page.tsx';
import { ProblemAlert } from './problem-alert.tsx';

interface PageBoundaryProps {
  /** The address of the page: another one gets another try. */
  path: string;
  children: ReactNode;
}

interface PageBoundaryState {
  path: string;
  error: unknown;
}

/** Keeps the frame around a page that cannot be shown, and says so instead of showing nothing. */
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

/** Of the dashboard itself, and not of the node. */
function broken(): CallError {
  return new CallError({
    title: () => t('frame.pageFailed.broken'),
    detail: () => t('frame.pageFailed.reload'),
  });
}
