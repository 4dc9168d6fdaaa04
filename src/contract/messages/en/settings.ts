/** Settings: what is wrong with a value, and restarts (`features/settings`, `contract`). */
export const settings = {
  unchanged: 'Nothing was changed. {{problems, message}}',
  isUnknown: 'isn’t a setting',
  isFixed: 'is set by the command line or the environment of the node and can’t be changed here',
  hasAction: 'is changed by a separate action, not here',
  portsEqual: 'node.port and dashboard.port must differ.',
  publicHostNeeded: 'is required for a public node: the origin at which others reach it',
  mustBeUrl: 'must be an http(s) URL',
  mustBeOrigin: 'must be a bare http(s) origin such as https://node.example.org',
  mustBeHostName: 'must be a host name such as node.example.org, without https://',
  cannotRestart: 'This node can’t restart itself. Stop it, then start it again in the same way as before.',
} as const;
