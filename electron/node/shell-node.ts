import type { Settings } from '../../src/contract/settings.ts';
import type { NodeNotification, NodeState } from '../../src/contract/shell/node-notifications.ts';

/** The part of the node that the shell uses. */
export interface ShellNode {
  readonly nodeUrl: string;
  readonly dashboardUrl: string;
  /** Opens a dashboard session. @returns its token */
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
