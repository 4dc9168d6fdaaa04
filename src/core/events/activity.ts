import type { ActivityKind } from '../../contract/dashboard-api/administration/activity.ts';
import type { ConstantMessageId, Message } from '../../contract/messages/message.ts';

/** The user who acted, or who received a response. */
export interface Actor {
  type: 'dashboard' | 'command' | 'api_token' | 'user' | 'anonymous' | 'peer' | 'node';
  name: string;
}

/** One entry of the activity log. Never holds a token, key or proof. */
export interface Activity {
  kind: ActivityKind;
  actor: Actor;
  /** Network address of the caller. */
  address?: string | undefined;
  /** Subject of the action, e.g. a content id. */
  subject?: string | undefined;
  /** Describes the action without names or addresses. An export of the log anonymises the other fields, but not this. */
  detail: ConstantMessageId | Message;
  /** The code of the problem, if it was refused. */
  problem?: string | undefined;
}

/** Adds an entry to the activity log; never throws and never blocks. */
export type NoteActivity = (activity: Activity) => void;
