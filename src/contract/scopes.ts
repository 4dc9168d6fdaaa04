import * as z from 'zod';

/** Scopes of an API token. */
export const scope = z.enum(['storage:write', 'content:read', 'chain:send', 'status:write']);
export type Scope = z.infer<typeof scope>;
