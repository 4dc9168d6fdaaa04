import type { Scope } from '../../src/contract/scopes.ts';

interface ScopeWords {
  label: string;
  explanation: string;
}

const words: Record<Scope, ScopeWords> = {
  'storage:write': {
    label: 'Store files',
    explanation: 'Uploads files to this node. They count as yours.',
  },
  'content:read': {
    label: 'See your content',
    explanation: 'Lists and looks up all that you store, published or not.',
  },
  'status:write': {
    label: 'Report a status',
    explanation: 'Tells the node how a helper program is doing, for the overview.',
  },
  'chain:send': {
    label: 'Prepare blockchain messages',
    explanation: 'Prepares what a wallet then has to approve. It can spend nothing by itself.',
  },
};

/** What a right of a token is called and means. */
export function scopeWords(scope: Scope): ScopeWords {
  return words[scope];
}

/** In the order in which they are offered. */
export const scopes = Object.keys(words) as Scope[];
