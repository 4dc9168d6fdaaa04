import type { ApiTokenDocument, CreatedTokenDocument } from '../../../contract/dashboard-api/auth.ts';
import type { Scope } from '../../../contract/scopes.ts';
import type { Actor, NoteActivity } from '../../../core/events/activity.ts';
import { message } from '../../../core/messages/message.ts';
import { toTokenDocument } from '../auth-responses.ts';
import type { ApiTokens } from './api-tokens.ts';

export interface TokenAdminOptions {
  tokens: ApiTokens;
  note: NoteActivity;
  /** The caller: the dashboard, or a command. */
  actor: Actor;
  onTokensChange?: () => void;
}

export type TokenAdminService = ReturnType<typeof createTokenAdminService>;

/** Creates the operations on API tokens for the dashboard and for commands. */
export const createTokenAdminService = ({ tokens, note, actor, onTokensChange }: TokenAdminOptions) => ({
  createToken: async ({ name, scopes }: { name: string; scopes: Scope[] }): Promise<CreatedTokenDocument> => {
    const created = await tokens.create(name, scopes);
    onTokensChange?.();
    note({
      kind: 'token',
      actor,
      detail: message('activity.tokenCreated', { scopes: scopes.join(', ') }),
      subject: name,
    });
    return { ...toTokenDocument(created), token: created.token };
  },
  listTokens: async (): Promise<{ tokens: ApiTokenDocument[] }> => ({
    tokens: (await tokens.list()).map(toTokenDocument),
  }),
  revokeToken: async (idOrName: string) => {
    const token = await tokens.revoke(idOrName);
    if (token) {
      onTokensChange?.();
      note({ kind: 'token', actor, detail: 'activity.tokenRevoked', subject: token.name });
    }
    return { revoked: token !== undefined };
  },
});
