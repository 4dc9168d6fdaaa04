import * as z from 'zod';
import type { FromViewer } from '../../viewer/messages.ts';

const pages = z.object({ shown: z.int().positive(), total: z.int().positive() });

/** The messages of the frame, which hostile content may control. */
export const fromViewer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('alive') }),
  z.object({ kind: z.literal('shown'), pages: pages.optional() }),
  z.object({ kind: z.literal('renew') }),
  z.object({ kind: z.literal('failed'), why: z.enum(['unreadable', 'too_heavy', 'damaged', 'stalled']) }),
]) satisfies z.ZodType<FromViewer>;
