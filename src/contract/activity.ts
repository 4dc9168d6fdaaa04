import * as z from 'zod';

/** What the activity log tells of. */
export const activityKind = z.enum([
  'upload',
  'download',
  'edit',
  'delete',
  'block',
  'unblock',
  'sign_in',
  'sign_out',
  'wallet',
  'token',
  'peer',
  'sync',
  'fetch',
  'share',
  'store',
  'refused',
  'node',
]);
export type ActivityKind = z.infer<typeof activityKind>;
