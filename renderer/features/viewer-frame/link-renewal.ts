import { coalesce } from '../../lib/coalesce.ts';

/** Shortest interval between two requests for links, because a frame may fail immediately with each link. */
const betweenLinksMs = 5000;

interface LinkRenewal {
  /** Returns the link that the frame has. */
  sent(): string | undefined;
  /** Requests another link; resolves with it. */
  renew(): Promise<string | undefined>;
  send(url: string): void;
}

/** Returns a function that sends another link to a frame. */
export const linkRenewal = ({ sent, renew, send }: LinkRenewal): (() => void) =>
  coalesce(
    async () => {
      const before = sent();
      const link = await renew();
      // The query sends a changed link to the frame. After an unchanged one, the frame only has to try again.
      if (link !== undefined && link === before) send(link);
    },
    () => new Promise((resolve) => setTimeout(resolve, betweenLinksMs)),
  );
