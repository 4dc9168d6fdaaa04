import type { NodeNotification, NodeState } from '../../src/contract/node-notifications.ts';
import type { Settings } from '../../src/contract/settings.ts';

/** What the shell needs of the node that runs in it. */
export interface ShellNode {
  readonly nodeUrl: string;
  readonly dashboardUrl: string;
  /** Opens a session of the dashboard. @returns its token */
  createDashboardSession(): string;
  readonly settings: Settings;
  readonly watch: {
    onState(listener: (state: NodeState) => void): void;
    onNews(listener: (news: NodeNotification) => void): void;
  };
  setPaused(paused: boolean): void;
  setOnBattery(isOnBattery: boolean): void;
  wokeUp(): void;
  stop(): Promise<void>;
}
