import * as z from 'zod';
import { done, nanoTon, timestamp } from '../../common.ts';
import type { EndpointContract } from '../../endpoint.ts';

/** Messages of the activity log that cause a notification of the owner. */
export const notificationReason = z.enum([
  'activity.uploaded',
  'activity.followedDownloaded',
  'activity.sold',
  'activity.bought',
  'activity.delivered',
  'activity.licenceReceived',
  'activity.storeReplaced',
  'activity.damageFound',
  'activity.missingFound',
  'activity.repaired',
]);
export type NotificationReason = z.infer<typeof notificationReason>;

export const ownerNotification = z.object({
  /** The id of its newest entry in the activity log. */
  id: z.string(),
  reason: notificationReason,
  at: timestamp,
  /** Number of files. */
  count: z.int().positive(),
  is_new: z.boolean(),
  /** The newest file; null without one. */
  content_id: z.string().nullable(),
  title: z.string().nullable(),
  /** The first author that the file names. */
  author: z.string().nullable(),
  price: nanoTon.nullable(),
  /** The wallet that bought a licence. */
  buyer: z.string().nullable(),
});
export type OwnerNotification = z.infer<typeof ownerNotification>;

const notificationList = z.object({
  notifications: z.array(ownerNotification),
  /** What was open when the notifications were last seen: codes of notices, and an offered update. */
  seen_open: z.array(z.string()),
});
export type NotificationList = z.infer<typeof notificationList>;

export const getNotifications = {
  method: 'GET',
  path: '/local/notifications',
  summary: 'List the latest notifications, newest first',
  responses: { 200: { description: 'The notifications', schema: notificationList } },
} as const satisfies EndpointContract;

export const postNotificationsSeen = {
  method: 'POST',
  path: '/local/notifications/seen',
  summary: 'Mark notifications as seen',
  body: {
    schema: z.strictObject({
      /** The newest seen notification; null without any. */
      until: z
        .string()
        .regex(/^[0-9a-z]{1,10}$/)
        .nullable(),
      /** What is open now. */
      open: z.array(z.string().max(100)).max(100),
    }),
  },
  responses: { 200: { description: 'Seen', schema: done } },
} as const satisfies EndpointContract;
