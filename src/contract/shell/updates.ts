import * as z from 'zod';
import { timestamp } from '../common.ts';

/** Why the last step of an update failed. */
export const updateFailure = z.enum([
  'unreachable',
  /** The feed has no version for this system. */
  'nothing_there',
  /** The signature of the update information is missing or wrong. */
  'bad_signature',
  /** Signed, but older than earlier update information. */
  'outdated',
  /** Signed, but not valid update information. */
  'unreadable',
  /** The downloaded file does not match its hash in the signed update information. */
  'damaged',
  'disk_full',
  'not_replaced',
]);
export type UpdateFailure = z.infer<typeof updateFailure>;

const version = z.string();

/** Why this copy of the app cannot update itself. */
const unavailableReason = z.enum([
  /** The build names no feed. */
  'no_feed',
  /** The system's package manager installed it. */
  'system_package',
  /** It was unpacked without an installer. */
  'not_installed',
]);

/** State of updates of the desktop app. */
export const updateState = z.object({
  /** Version of the running app. */
  version,
  /** Whether it checks once a day automatically. */
  automatic: z.boolean(),
  /** When the feed last returned validly signed information. */
  checked_at: timestamp.nullable(),
  status: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('unavailable'), reason: unavailableReason }),
    z.object({ kind: z.literal('unchecked') }),
    z.object({ kind: z.literal('checking') }),
    z.object({ kind: z.literal('current') }),
    /** A newer version is rolled out gradually and is not yet offered to this computer. */
    z.object({ kind: z.literal('staged'), offered: version }),
    /** A newer version does not run on this system. */
    z.object({ kind: z.literal('unsupported'), offered: version }),
    z.object({ kind: z.literal('offered'), offered: version, bytes: z.int().nonnegative() }),
    z.object({ kind: z.literal('downloading'), offered: version, bytes_done: z.int(), bytes: z.int() }),
    z.object({ kind: z.literal('ready'), offered: version }),
    z.object({ kind: z.literal('failed'), reason: updateFailure }),
  ]),
});
export type UpdateState = z.infer<typeof updateState>;
