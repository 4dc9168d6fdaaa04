import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';
import type { LimitName } from '../endpoint/endpoint.ts';

/** Counts one call against the limit of an address. */
export type RateLimit = (limit: LimitName, address: string) => Promise<void>;

/** Limits calls per address and minute; each also counts as a request. Throws NodeError `rate_limited`. */
export function perAddress(perMinute: Record<LimitName, number>): RateLimit {
  const limiters: Record<LimitName, RateLimiterMemory> = {
    requests: new RateLimiterMemory({ points: perMinute.requests, duration: 60 }),
    handshakes: new RateLimiterMemory({ points: perMinute.handshakes, duration: 60 }),
    sign_in: new RateLimiterMemory({ points: perMinute.sign_in, duration: 60 }),
  };
  return async (limit, address) => {
    try {
      await limiters.requests.consume(address);
      if (limit !== 'requests') await limiters[limit].consume(address);
    } catch (rejection) {
      const seconds = Math.max(1, Math.ceil((rejection as RateLimiterRes).msBeforeNext / 1000));
      throw new NodeError('rate_limited', message('http.rateLimited', { wait: seconds * 1000 }), {
        headers: { 'Retry-After': String(seconds) },
      });
    }
  };
}
