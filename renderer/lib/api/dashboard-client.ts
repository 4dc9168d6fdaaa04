import { type Caller, createLocalClient, type LocalClient } from '@alcove/client';
import { callErrorFrom, noResponse } from './call-error.ts';

/** Calls the endpoints of this page's own node by their contracts. Every failure except an abort is a `CallError`. */
export interface DashboardClient extends Pick<LocalClient, 'call' | 'upload' | 'openEvents'> {
  /** Resolves with the file in the response of an endpoint. */
  download(...call: Parameters<Caller['request']>): Promise<Blob>;
}

interface ClientOptions {
  /** The token of the dashboard session. */
  token: string;
  /** Replaces the browser's `fetch`. */
  fetch?: typeof fetch;
  /** Called when the node refuses the token. */
  onUnauthorized(): void;
}

/** Creates a client of the dashboard API at this page's own origin. */
export function createDashboardClient({ token, fetch, onUnauthorized }: ClientOptions): DashboardClient {
  const local = createLocalClient({ url: '', token, fetch });

  const withCallErrors = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer;
    } catch (error) {
      const callError = callErrorFrom(error);
      if (callError?.status === 401) onUnauthorized();
      throw callError ?? error;
    }
  };

  return {
    call: (...call) => withCallErrors(local.call(...call)),
    upload: (...upload) => withCallErrors(local.upload(...upload)),
    openEvents: (signal) => withCallErrors(local.openEvents(signal)),
    download: async (...call) => {
      const response = await withCallErrors(local.request(...call));
      return response.blob().catch(() => {
        throw noResponse();
      });
    },
  };
}
