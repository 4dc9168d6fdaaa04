import { coalesce } from '../../lib/coalesce.ts';

/** Limits the requests for links by a frame that fails at once. */
const betweenLinksMs = 5000;

interface LinkRenewal {
  /** Returns the link that the frame has. */
  sent(): string | undefined;
  /** Requests another link; resolves with it. */
  renew(): Promise<string | undefined>;
  send(url: string): void;
}

/** Returns a function that gives a frame another link. */
export const linkRenewal = ({ sent, renew, send }: LinkRenewal): (() => void) =>
  coalesce(
    async () => {
      const before = sent();
      const link = await renew();
      // The frame gets a new link when it arrives. An unchanged link was not the cause of the failure.
      if (link !== undefined && link === before) send(link);
    },
    () => new Promise((resolve) => setTimeout(resolve, betweenLinksMs)),
  );
