import { IncomingMessage } from 'node:http';
import { PieceLimit } from '../../net/guarded/piece-limit.ts';

/** Returns whether a request announces a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Closes the connection of a body that arrives in many tiny pieces; see `PieceLimit`. */
export function limitPieces(request: IncomingMessage): void {
  const limit = new PieceLimit();
  request.push = (piece: Buffer | null, ...rest) => {
    if (limit.isExceededBy(piece?.length ?? 0)) {
      request.socket.destroy();
      return false;
    }
    return IncomingMessage.prototype.push.call(request, piece, ...rest);
  };
}
