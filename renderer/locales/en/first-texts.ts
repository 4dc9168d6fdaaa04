/** The English texts of the first load, with one file for each area. */
export { default as bell } from './bell.json' with { type: 'json' };
export { default as common } from './common.json' with { type: 'json' };
export { default as content } from './content.json' with { type: 'json' };
export { default as desktop } from './desktop.json' with { type: 'json' };
export { default as discovery } from './discovery.json' with { type: 'json' };
export { default as format } from './format.json' with { type: 'json' };
export { default as frame } from './frame.json' with { type: 'json' };
export { default as home } from './home.json' with { type: 'json' };
export { default as media } from './media.json' with { type: 'json' };
export { default as networkActivity } from './network-activity.json' with { type: 'json' };
export { default as overview } from './overview.json' with { type: 'json' };
export { default as player } from './player.json' with { type: 'json' };
export { default as search } from './search.json' with { type: 'json' };
export { default as transfers } from './transfers.json' with { type: 'json' };
