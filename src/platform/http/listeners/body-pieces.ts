import { IncomingMessage } from 'node:http';

/** Number of pieces after which their size counts. */
const uncountedPieces = 4096;
const minAverageBytes = 16;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > uncountedPieces;

/**
 * Closes the connection of a body that arrives in many tiny pieces. Each piece takes the time of a large one and 200
 * bytes of memory, so that a chunk of one byte would cost hundreds of times its size.
 */
export function limitPieces(request: IncomingMessage): void {
  if (!hasBody(request)) return;
  let pieces = 0;
  let bytes = 0;
  request.push = (piece: Buffer | null, ...rest) => {
    pieces += 1;
    bytes += piece?.length ?? 0;
    if (pieces > uncountedPieces && bytes < pieces * minAverageBytes) {
      request.socket.destroy();
      return false;
    }
    return IncomingMessage.prototype.push.call(request, piece, ...rest);
  };
}
