import * as z from 'zod';
import { timestamp } from './common.ts';

/** Why the last step of an update came to nothing. */
export const updateFailure = z.enum([
  'unreachable',
  /** The feed has nothing for this system. */
  'nothing_there',
  'bad_signature',
  /** Signed, but older than what the feed said before. */
  'outdated',
  /** Signed, and yet no update information. */
  'unreadable',
  /** What came is not what was signed. */
  'damaged',
  'disk_full',
  'not_replaced',
]);
export type UpdateFailure = z.infer<typeof updateFailure>;

const version = z.string();

/** Why this copy of the app cannot replace itself. */
const unavailableReason = z.enum([
  /** The build names no feed. */
  'no_feed',
  /** The system's package manager installed it. */
  'system_package',
  /** It was only unpacked; no installer knows it. */
  'not_installed',
]);

/** What the desktop app knows of newer versions of itself. */
export const updateState = z.object({
  /** Of the app that runs. */
  version,
  /** Whether it looks once a day by itself. */
  automatic: z.boolean(),
  /** When the feed last answered with something that was signed as it should. */
  checked_at: timestamp.nullable(),
  status: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('unavailable'), reason: unavailableReason }),
    z.object({ kind: z.literal('unchecked') }),
    z.object({ kind: z.literal('checking') }),
    z.object({ kind: z.literal('current') }),
    /** A newer version is handed out step by step, and it is not this computer's turn. */
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
