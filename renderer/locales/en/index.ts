import common from './common.json' with { type: 'json' };
import content from './content.json' with { type: 'json' };
import format from './format.json' with { type: 'json' };
import frame from './frame.json' with { type: 'json' };
import peers from './peers.json' with { type: 'json' };
import problems from './problems.json' with { type: 'json' };

/** Every text of the dashboard, a file for each area of it. */
export const english = { common, content, format, frame, peers, problems };
