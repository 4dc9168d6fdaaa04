import activity from './activity.json' with { type: 'json' };
import api from './api.json' with { type: 'json' };
import bots from './bots.json' with { type: 'json' };
import chain from './chain.json' with { type: 'json' };
import common from './common.json' with { type: 'json' };
import content from './content.json' with { type: 'json' };
import desktop from './desktop.json' with { type: 'json' };
import following from './following.json' with { type: 'json' };
import format from './format.json' with { type: 'json' };
import found from './found.json' with { type: 'json' };
import frame from './frame.json' with { type: 'json' };
import help from './help.json' with { type: 'json' };
import history from './history.json' with { type: 'json' };
import library from './library.json' with { type: 'json' };
import market from './market.json' with { type: 'json' };
import node from './node.json' with { type: 'json' };
import overview from './overview.json' with { type: 'json' };
import peers from './peers.json' with { type: 'json' };
import people from './people.json' with { type: 'json' };
import problems from './problems.json' with { type: 'json' };
import publish from './publish.json' with { type: 'json' };
import restore from './restore.json' with { type: 'json' };
import scopes from './scopes.json' with { type: 'json' };
import settings from './settings.json' with { type: 'json' };
import sharing from './sharing.json' with { type: 'json' };
import storage from './storage.json' with { type: 'json' };
import transfers from './transfers.json' with { type: 'json' };
import updates from './updates.json' with { type: 'json' };
import viewer from './viewer.json' with { type: 'json' };
import wallet from './wallet.json' with { type: 'json' };

export { russian as messages } from '../../../src/contract/messages/ru/index.ts';

/** All texts of the dashboard, with one file for each area. */
export const russian = {
  activity,
  api,
  bots,
  chain,
  common,
  content,
  desktop,
  following,
  format,
  found,
  frame,
  help,
  history,
  library,
  market,
  node,
  overview,
  peers,
  people,
  problems,
  publish,
  restore,
  scopes,
  settings,
  sharing,
  storage,
  transfers,
  updates,
  viewer,
  wallet,
};
