import type { NodeHistory } from '../../../features/monitoring/index.ts';
import type { PracticeNetwork } from '../../../features/practice/index.ts';
import type { RateService } from '../../../features/rates/index.ts';
import type { WatchedFoldersService } from '../../../features/watched-folders/index.ts';
import type { Auth } from '../auth.ts';
import type { Backup } from '../backup.ts';
import type { NodeBase } from '../base.ts';
import type { ChainView } from '../chain-view.ts';
import type { Discovery } from '../discovery.ts';
import type { Listeners } from '../listeners.ts';
import type { Monitoring } from '../monitoring.ts';
import type { Peers } from '../peers.ts';
import type { PurchaseServices } from '../purchases.ts';
import type { SharingServices } from '../sharing.ts';
import type { Storage } from '../storage/storage.ts';

/** The modules of a node that its interfaces use. */
export interface NodeModules {
  base: NodeBase;
  listeners: Listeners;
  auth: Auth;
  chain: ChainView;
  storage: Storage;
  history: NodeHistory;
  network: Peers;
  discovery: Discovery;
  sharing: SharingServices;
  purchases: PurchaseServices;
  practice: PracticeNetwork;
  rates: RateService;
  monitoring: Monitoring;
  watchedFolders: WatchedFoldersService;
  recovery: Backup;
}
