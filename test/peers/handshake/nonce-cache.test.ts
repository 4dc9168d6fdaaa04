import { NonceCache } from '../../../src/features/peers/handshake/nonce-cache.ts';
import { describeNonceStore } from './describe-nonce-store.ts';

describeNonceStore('NonceCache', (capacity) => new NonceCache(capacity));
