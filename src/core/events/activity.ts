import type { ActivityKind } from '../../contract/dashboard-api/activity.ts';

/** Who did something, or to whom it was answered. */
export interface Actor {
  type: 'dashboard' | 'command' | 'api_token' | 'user' | 'anonymous' | 'peer' | 'node';
  name: string;
}

/** One thing that happened, for the person who runs the node. Never holds a token, key or proof. */
export interface Activity {
  kind: ActivityKind;
  actor: Actor;
  /** Network address of who asked. */
  address?: string | undefined;
  /** What it was about, e.g. a content id. */
  subject?: string | undefined;
  /** Says what it was, without naming persons, files or addresses: exports replace those in the other fields. */
  detail: string;
  /** The code of the problem, where it was refused. */
  problem?: string | undefined;
}

/** Notes something in the activity log; never throws and never waits. */
export type NoteActivity = (activity: Activity) => void;
