import { activity } from './activity.ts';
import { auth } from './auth.ts';
import { chain } from './chain.ts';
import { collections, content, watchedFolders } from './content.ts';
import { chainCheck, diagnostics } from './diagnostics.ts';
import { discovery } from './discovery.ts';
import { http } from './http.ts';
import { licensing } from './licensing.ts';
import { orders } from './orders.ts';
import { practiceWallet } from './pages/practice-wallet.ts';
import { sharePage } from './pages/share-page.ts';
import { peers } from './peers.ts';
import { backup, recovery } from './recovery.ts';
import { settings } from './settings.ts';
import { sharing } from './sharing.ts';
import { startup } from './startup.ts';
import { storage } from './storage.ts';

/** Messages that combine or repeat others. */
const general = {
  text: '{{text}}',
  both: '{{first, message}} {{second, message}}',
} as const;

/** Every message of the node in English, by area. The `detail` of problems consists of these texts. */
export const english = {
  activity,
  auth,
  backup,
  chain,
  chainCheck,
  collections,
  content,
  diagnostics,
  discovery,
  general,
  http,
  licensing,
  orders,
  peers,
  practiceWallet,
  recovery,
  settings,
  sharePage,
  sharing,
  startup,
  storage,
  watchedFolders,
};
