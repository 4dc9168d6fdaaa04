import { createLogger } from '../../../src/core/log/logger.ts';
import { PeerBook } from '../../../src/features/peers/peer-book.ts';
import { PeerHistory } from '../../../src/features/peers/peer-history.ts';
import { temporaryRepositories } from './test-peers.ts';

/** Creates a peer book that makes no handshakes. */
export function startTestBook(clock: () => number, onChange: () => void) {
  const { stored, history: store, close } = temporaryRepositories();
  const logger = createLogger('silent');
  const history = new PeerHistory({ store, clock, logger, onChange: () => {} });
  const book = new PeerBook({
    peers: stored,
    history,
    clock,
    logger,
    onChange,
    note: () => {},
    ownKey: 'own',
    ownHost: undefined,
    ownVersion: () => '1.0.0',
  });
  return {
    book,
    history,
    close: async () => {
      await history.write();
      close();
    },
    /** Records a successful handshake with the node at `host`. */
    prove: async (host: string, version = '1.0.0') => {
      await book.learn([{ publicKey: `key of ${host}`, publicHost: host }]);
      await book.recordSuccess(host, {
        publicKey: `key of ${host}`,
        version,
        capabilities: [],
        metrics: {},
        latencyMs: 1,
      });
    },
  };
}
