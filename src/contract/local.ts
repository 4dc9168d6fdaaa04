import * as z from 'zod';
import { address, anyContentId, contentId, origin, sha256Hex, timestamp } from './common.ts';
import { rowsToSkip, topCursor } from './long-list.ts';

/**
 * The local API: what the dashboard asks of its own node. Loopback only, every call with a session
 * as `Authorization: Bearer …` (protocol, section 2). Problems are the same documents as everywhere.
 */

const serviceState = z.object({ status: z.string(), delay: z.number().nonnegative() });

/** Something the person should know, e.g. that the key lies unprotected on disk. */
export const notice = z.object({
  code: z.string(),
  severity: z.enum(['info', 'warning']),
  message: z.string(),
});
export type Notice = z.infer<typeof notice>;

/** What a newcomer does first: store a file, meet another node, make a recovery file. */
export const firstRunStep = z.enum(['store', 'meet', 'keep']);
export type FirstRunStep = z.infer<typeof firstRunStep>;

/** `done` is what the node has seen, however it came to be; neither that nor what was skipped opens again. */
export const firstRunState = z.record(firstRunStep, z.enum(['open', 'done', 'skipped']));
export type FirstRunState = z.infer<typeof firstRunState>;

/** POST /local/first-run */
export const firstRunSkip = z.strictObject({ skip: z.array(firstRunStep).min(1).max(3) });

/** GET /local/overview */
export const overview = z.object({
  node: z.object({
    public_key: z.string(),
    node_type: z.enum(['private', 'public']),
    version: z.string(),
    codebase_hash: z.string(),
    codebase_branch: z.string(),
    node_address: z.string(),
    master_address: z.string(),
    node_url: z.string(),
    dashboard_url: z.string(),
    public_host: z.string().nullable(),
    started_at: timestamp,
  }),
  storage: z.object({
    contents: z.int(),
    content_bytes: z.int(),
    /** What the quota counts: `content_bytes`, and for each file and its text what it takes besides. */
    counted_bytes: z.int(),
    quota_bytes: z.int().nullable(),
    free_bytes: z.int(),
    max_upload_bytes: z.int(),
  }),
  services: z.record(z.string(), serviceState),
  network: z.object({
    /** `undecided` until the person joins a network or starts to practise. */
    mode: z.enum(['undecided', 'practice', 'joined']),
    peers: z.int(),
    reachable_peers: z.int(),
  }),
  /** Whether a recovery file may bring another node back in place of this one, which nobody has used yet. */
  may_restore: z.boolean(),
  first_run: firstRunState,
  notices: z.array(notice),
});
export type Overview = z.infer<typeof overview>;

/** How things stand with a peer, in one word. */
export const peerState = z.enum([
  'candidate',
  'compatible',
  'warning',
  'incompatible',
  'unreachable',
  'key_changed',
]);
export type PeerState = z.infer<typeof peerState>;

/** Why the last contact failed: a stable code, what happened in words for a person, and what to do about it. */
export const peerFailure = z.object({
  code: z.enum([
    'name_not_found',
    'refused',
    'timeout',
    'tls',
    'address_not_allowed',
    'not_a_node',
    'clock_off',
    'rate_limited',
    'rejected',
    'invalid_answer',
    'key_changed',
    'version',
    'self',
    'unreachable',
  ]),
  message: z.string(),
  remedy: z.string(),
  /** `peer`: the node itself said so, with its signature. */
  reported_by: z.enum(['this_node', 'peer']),
  at: timestamp,
});
export type PeerFailure = z.infer<typeof peerFailure>;

export const localPeer = z.object({
  host: origin,
  state: peerState,
  public_key: z.string().nullable(),
  version: z.string().nullable(),
  capabilities: z.array(z.string()),
  /** Text naming both versions; present when their MINOR parts differ. */
  warning: z.string().nullable(),
  /** `named`: given by the person; `learned`: from another node; `practice`: the node beside this one. */
  source: z.enum(['named', 'learned', 'practice']),
  last_contact: timestamp.nullable(),
  next_attempt: timestamp.nullable(),
  latency_ms: z.number().nullable(),
  failure: peerFailure.nullable(),
  /** The key that the host answers with now, when it is not the pinned one. */
  offered_key: z.string().nullable(),
  /** What was exchanged with it since it is known. */
  exchanged: z.object({
    handshakes: z.int(),
    received_bytes: z.int(),
    sent_bytes: z.int(),
    fetched_contents: z.int(),
    shared_contents: z.int(),
  }),
  /** What it says that it stores; null where it says nothing. */
  contents: z.int().nullable(),
});
export type LocalPeer = z.infer<typeof localPeer>;

/** Whether it answered when it was last asked, in a version that this node understands. */
export const isReachable = ({ state }: LocalPeer): boolean => state === 'compatible' || state === 'warning';

/** GET /local/peers, best first */
export const peerList = z.object({ peers: z.array(localPeer) });

/** POST /local/peers: shakes hands with the node at `url` before it answers 201 with the peer. */
export const addPeer = z.object({ url: z.string().trim().min(1).max(300) });

/** POST /local/peers/retry, DELETE /local/peers?host= */
export const peerByHost = z.object({ host: origin });

/** POST /local/peers/accept-key: from now on this key is the right one for the host. */
export const acceptKey = z.object({ host: origin, public_key: z.string().min(32).max(64) });

/** A content on a public node, put there from here. */
export const share = z.object({
  host: origin,
  state: z.enum(['waiting', 'sending', 'shared', 'withdrawing', 'failed']),
  /** Whether that node shows it in its lists; else only who has the link gets it. */
  listed: z.boolean(),
  /** Of an encrypted content: whether that node can open it for those who bought it. `none`: it is not encrypted. */
  key: z.enum(['none', 'waiting', 'deposited', 'failed']),
  /** What a friend without the app opens. */
  url: z.url(),
  shared_at: timestamp.nullable(),
  /** Why it failed or waits, and what to do. */
  message: z.string().nullable(),
});
export type Share = z.infer<typeof share>;

export const sealedFile = z.object({
  /** On the chain; null: it is not there, or not yet. */
  content_address: address.nullable(),
  plain_type: z.string(),
  /** null: not known without the key. */
  plain_size: z.int().nullable(),
  /** Whether this node has the key that opens it. */
  key: z.boolean(),
});
export type SealedFile = z.infer<typeof sealedFile>;

export const sealing = z.object({
  /** `sealed`: its encrypted file is made, and waits for the chain or is there. */
  state: z.enum(['sealing', 'sealed', 'failed']),
  /** Bytes of the file that are encrypted and read back, of `size` that are to be: twice the file’s. */
  done_bytes: z.int(),
  size: z.int(),
  /** The encrypted file that it became. */
  sealed_id: contentId.nullable(),
  /** Why it failed, and what to do. */
  message: z.string().nullable(),
});
export type Sealing = z.infer<typeof sealing>;

/** GET /local/content/{id}/open: where the dashboard reads what a content holds, decrypted where it is encrypted. */
export const openedContent = z.object({
  url: z.url(),
  content_type: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Whether it may be offered as a file; with `&download=1` it is one then. */
  downloadable: z.boolean(),
  /** When the URL ends; ask again before. */
  expires_at: timestamp,
});
export type OpenedContent = z.infer<typeof openedContent>;

export const localContent = z.object({
  content_id: contentId,
  content_sha256: sha256Hex,
  name: z.string(),
  size: z.int(),
  content_type: z.string(),
  created_at: timestamp,
  /** On the node API; with `?download=1` it is always an attachment. */
  content_url: z.string(),
  /** Whether a browser shows it in place; otherwise it is a download. */
  viewable: z.boolean(),
  title: z.string(),
  description: z.string(),
  authors: z.array(z.string()),
  hashtags: z.array(z.string()),
  cover_id: contentId.nullable(),
  /** On the dashboard's own origin; null: there is none here that may be shown. */
  cover_url: z.string().nullable(),
  /** Whether others see it in lists; else only who has its id. */
  published: z.boolean(),
  updated_at: timestamp,
  /** Who stored it first: `owner`, a user who signed in, or `network`: it came from another node. */
  uploaded_by: z.object({ id: z.string(), name: z.string() }),
  /** When its bytes were last compared with its id; null: since they were stored, not yet. */
  verified_at: timestamp.nullable(),
  /** What is wrong with its bytes. It is looked for on other nodes. */
  damage: z.enum(['missing', 'damaged']).nullable(),
  /** Where it came from, where it did not come from a person. */
  copy: z
    .object({
      host: origin,
      fetched_at: timestamp,
      last_used_at: timestamp,
      /** Kept until the person lets go of it. */
      pinned: z.boolean(),
      /** Kept because of a subscription. */
      subscribed: z.boolean(),
    })
    .nullable(),
  /** Public nodes that hold it for this node. */
  shares: z.array(share),
  /** Of an age file that is sold: what is in it. What `content_url` gives is the encrypted file. */
  sealed: sealedFile.nullable(),
  /** Of a file that is to be sold: from then on only the dashboard opens it here. */
  sealing: sealing.nullable(),
});
export type LocalContent = z.infer<typeof localContent>;

const words = (most: number) => z.string().trim().max(most);

/** PATCH /local/content/{id}, and /api/v1/content/{id} of the node API: what is given is changed. */
export const contentEdit = z.object({
  title: words(200)
    .min(1)
    .optional()
    .meta({ examples: ['Summer song'] }),
  description: words(5000)
    .optional()
    .meta({ examples: ['Recorded by the sea'] }),
  authors: z
    .array(words(100).min(1))
    .max(20)
    .optional()
    .meta({ examples: [['Ada Lovelace']] }),
  hashtags: z
    .array(
      words(101)
        .meta({ description: 'With or without #', examples: ['summer'] })
        .transform((tag) => tag.replace(/^#/, ''))
        .pipe(z.string().min(1).max(100)),
    )
    .max(30)
    .optional(),
  cover_id: anyContentId.nullable().optional().meta({
    description:
      'A picture that is stored here; null: none. PNG, JPEG, WebP, GIF or AVIF, not animated, of at most 4 MB, 4096 pixels on a side and 8 megapixels',
  }),
  published: z.boolean().optional().meta({ description: 'Whether everybody sees it in lists' }),
});
export type ContentEdit = z.infer<typeof contentEdit>;

/** GET /local/content?q=&cursor=&skip=&limit=: newest first; `total` counts what matches `q`. */
export const contentQuery = z.object({
  /** Control characters are in no name; the search could not take them. */
  q: z
    .string()
    .transform((text) => text.replace(/\p{Cc}/gu, '').trim())
    .pipe(z.string().max(200))
    .default(''),
  cursor: z.string().max(200).optional(),
  skip: rowsToSkip,
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export const contentPage = z.object({
  items: z.array(localContent),
  next_cursor: z.string().nullable(),
  top_cursor: topCursor,
  total: z.int(),
});
export type ContentPage = z.infer<typeof contentPage>;

/** POST /local/content: the bytes as the body, `X-File-Name` base64 of the UTF-8 name. 201 or 200. */
export const localUpload = z.object({ content: localContent, already_stored: z.boolean() });
export type LocalUpload = z.infer<typeof localUpload>;

/** POST and DELETE /local/practice: starts or ends the practice network; answered when it is done. */
export const practiceState = z.object({ practice: z.boolean() });

/**
 * GET /local/events: a server-sent event stream, read by fetch. Each event says which part changed, so
 * that the dashboard asks for that part again; `ready` is the first.
 */
export const localEvent = z.object({
  topic: z.enum([
    'ready',
    'overview',
    'peers',
    'content',
    'tokens',
    'sign_in',
    'blocked',
    'activity',
    'transfers',
    'storage',
    'index',
    'sharing',
    'settings',
    'chain',
    'market',
    'orders',
    'history',
  ]),
});
export type LocalEvent = z.infer<typeof localEvent>;
export type LocalTopic = LocalEvent['topic'];
