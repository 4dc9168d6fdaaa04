import * as z from 'zod';

/** What an API token may be allowed to do (protocol, section 5). */
export const scope = z.enum(['storage:write', 'content:read', 'chain:send', 'status:write']);
export type Scope = z.infer<typeof scope>;
