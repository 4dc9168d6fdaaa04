import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { LocalTopic, Notice } from '../contract/dashboard-api/monitoring.ts';
import { getTonConnectManifest } from '../contract/node-api/auth.ts';
import { getPlatformMetadata } from '../contract/node-api/chain.ts';
import type { NodeInfo } from '../contract/node-api/peers.ts';
import type { PracticeChain } from '../contract/practice-process.ts';
import type { Settings } from '../contract/settings.ts';
import { ownerId } from '../core/caller.ts';
import { systemClock } from '../core/clock.ts';
import { contentIdOf } from '../core/content-id.ts';
import type { SecretStore } from '../core/data-folder/secrets.ts';
import type { Logger } from '../core/log/logger.ts';
import { NodeError } from '../core/node-error.ts';
import type { GivenSettings, SettingsLayer } from '../core/settings.ts';
import { parseTonAddress, type RawAddress } from '../core/ton/ton-address.ts';
import { Topics } from '../core/topics.ts';
import { readCodebase, version } from '../core/version.ts';
import { identityFromSeed } from '../crypto/identity.ts';
import { ActivityLog } from '../features/activity/activity-log.ts';
import { ActivityRepository } from '../features/activity/activity-repository.ts';
import { ApiTokens } from '../features/auth/api-tokens.ts';
import { createSignIn } from '../features/auth/create-sign-in.ts';
import { ApiTokenRepository } from '../features/auth/repository/api-token-repository.ts';
import { TonConnectRepository } from '../features/auth/repository/ton-connect-repository.ts';
import { type ConnectionKey, TonConnect } from '../features/auth/ton-connect/ton-connect.ts';
import { loadWalletApps } from '../features/auth/ton-connect/wallets.ts';
import { createSignInDesk, ownersConnection } from '../features/auth/user-admin-service.ts';
import { embeddedChainFile } from '../features/chain/embedded/open-embedded-chain.ts';
import type { ProofRequest } from '../features/chain/wallet-proof.ts';
import { ServiceKeys } from '../features/chain/wallets/service-keys.ts';
import { WalletKeyRepository } from '../features/chain/wallets/wallet-key-repository.ts';
import { contentUrl } from '../features/content/content-responses.ts';
import { withoutHarmfulCovers } from '../features/content/found-covers.ts';
import { ContentRecordRepository } from '../features/content/repository/content-record-repository.ts';
import { createSelfTest } from '../features/diagnostics/create-self-test.ts';
import { KeyDesk } from '../features/licensing/content-key-service.ts';
import { signReceipt } from '../features/licensing/receipt.ts';
import { earningsHistory } from '../features/monitoring/earnings-history.ts';
import { HistoryRepository } from '../features/monitoring/history-repository.ts';
import { NodeHistory } from '../features/monitoring/node-history.ts';
import { NodeStatusReporter } from '../features/monitoring/node-status.ts';
import { NodeWatch } from '../features/monitoring/node-watch.ts';
import { ServiceReports } from '../features/monitoring/service-reports.ts';
import { FirstRun } from '../features/onboarding/first-run.ts';
import { type PracticeLauncher, PracticeNetwork } from '../features/practice/practice-network.ts';
import { deliveredContents } from '../features/purchases/delivered-contents.ts';
import { pristineIn } from '../features/recovery/pristine.ts';
import { generatePassphrase } from '../features/recovery/recovery-file.ts';
import { hasRecovery } from '../features/recovery/recovery-notes.ts';
import { RecoveryDesk } from '../features/recovery/recovery-service.ts';
import { RestoreDesk } from '../features/recovery/restore-service.ts';
import { sourceOf } from '../features/settings/described-settings.ts';
import { LiveSettingsDesk } from '../features/settings/settings-service.ts';
import { tryOutSettings } from '../features/settings/settings-trial.ts';
import { throwFullDiskInWords } from '../features/storage/full-disk.ts';
import { StorageDesk } from '../features/storage/storage-service.ts';
import { PartUploads } from '../features/uploads/part-uploads.ts';
import { PartialUploadRepository } from '../features/uploads/partial-upload-repository.ts';
import { mostStoredBytes } from '../features/uploads/upload-limit.ts';
import { UploadReceiver } from '../features/uploads/upload-receiver.ts';
import type { MendedStore } from '../platform/blobs/relocation/lost-mark.ts';
import { DiskBlobStore } from '../platform/blobs/store/disk-blob-store.ts';
import { tokenOf } from '../platform/http/guards/authorization.ts';
import { clientAddress, isLoopbackAddress } from '../platform/http/guards/client-address.ts';
import { ConnectionMeter } from '../platform/http/listeners/connection-meter.ts';
import { DashboardListener } from '../platform/http/listeners/dashboard-listener.ts';
import { openApiDocument } from '../platform/http/openapi/openapi-document.ts';
import { noTraffic } from '../platform/net/traffic.ts';
import { lockFolder } from '../platform/sqlite/folder-lock.ts';
import { sealedShares } from './encrypted-shares-adapter.ts';
import { ControlServer } from './http/control-server.ts';
import { localEndpoints } from './http/dashboard-endpoints.ts';
import { contractsOf, nodeEndpoints } from './http/node-endpoints.ts';
import { licenceBookOf } from './licence-book-adapter.ts';
import { noticeOfMended, wantedFolder } from './mended-store.ts';
import { type ContentServices, createContent } from './modules/content.ts';
import { NodeChain, namedPlatform } from './node-chain.ts';
import { createControl, noEmbeddedChain } from './node-control.ts';
import { holdsData, openNodeDatabase } from './node-database.ts';
import { NodeListeners } from './node-listeners.ts';
import { createNetwork, type NodeNetwork } from './node-network.ts';
import { removeLocalKey, secretOf } from './node-secrets.ts';
import type { FollowedChain } from './running-chain.ts';
import { createChainDesk } from './wallet-service.ts';

// What a shell needs to fill in the options; it imports nothing else from src but the contract.
export { FileSecretStore } from '../core/data-folder/secrets.ts';
export { SettingsError } from '../core/settings.ts';
export { settleRestore } from '../features/recovery/restored-folder.ts';
export { givenSettings } from '../features/settings/load-settings.ts';

export interface NodeOptions {
  /** Made 0700; one process at a time has it. */
  dataDir: string;
  /** The settings that are given at the start; the dashboard's changes stand between them. */
  given: GivenSettings;
  secrets: SecretStore;
  /** Where the dashboard's own changes of settings are kept. */
  settingsStore: SettingsLayer;
  /** The folder of the built dashboard. */
  dashboardDir: string;
  /** Keeps the dashboard's port and its sessions from one node of this process to the next; whoever gives it stops it. */
  dashboard?: DashboardListener;
  /** Whether the dashboard takes another port even where a setting names one: for who opens it in a window of its own. */
  dashboardMayMove?: boolean;
  practiceLauncher: PracticeLauncher;
  /**
   * Ends this node, and starts the one that is in the data folder then; for that, the shell calls `settleRestore` before
   * it reads any of the folder. Without it, only commands restore, and settings that need a restart wait for one.
   */
  restart?: () => void;
  /** What the person should know from the start, e.g. that the key lies unprotected. */
  notices?: Notice[];
  logger: Logger;
}

export interface AlcoveNode {
  /** Resolves when both listeners answer. */
  start(): Promise<void>;
  /** Ends what runs, in reverse order, and waits for it. */
  stop(): Promise<void>;
  readonly nodeUrl: string;
  readonly dashboardUrl: string;
  /** Opens a session of the dashboard. @returns its token, which ends with the node */
  createDashboardSession(): string;
  /** A new address of the dashboard for a browser. It opens one session, within ten minutes. */
  newDashboardAddress(): string;
  readonly publicKey: string;
  readonly nodeType: Settings['node']['type'];
  /** As they were when it started, secrets too. */
  readonly settings: Settings;
  /** For the desktop shell: how the node is, and what a person may want to hear of. */
  readonly watch: Pick<NodeWatch, 'onState' | 'onNews'>;
  /** @throws NodeError `invalid_request` where the command line or the environment fixes it */
  setPaused(paused: boolean): void;
  /** For the desktop shell, which knows: on battery, some nodes do less. */
  setOnBattery(isOnBattery: boolean): void;
  /** Lets other processes of this computer use the embedded chain, once its platform is there; at any free port by default. */
  shareChain(port?: number): Promise<PracticeChain>;
  /** The computer woke up: who could not be reached is asked again, the chain too. */
  wokeUp(): void;
}

const GiB = 1024 ** 3;
const concurrentUploads = 64;

/**
 * Puts a node together; nothing runs before `start`.
 * @throws FolderInUseError, LostSecretError, LostDatabaseError, DamagedDatabaseError, NewerDatabaseError,
 * FullDiskError
 */
export const createNode = (options: NodeOptions): Promise<AlcoveNode> =>
  putTogether(options).catch(throwFullDiskInWords);

async function putTogether(options: NodeOptions): Promise<AlcoveNode> {
  const { dataDir, secrets, logger, dashboard = new DashboardListener(systemClock) } = options;
  const live: LiveSettingsDesk = new LiveSettingsDesk({
    ...options,
    tryOut: (next, changed) => tryOutSettings(next, changed, settings),
  });
  const settings = live.atStart;
  const clock = systemClock;
  const startedAt = clock();
  const isPublic = settings.node.type === 'public';
  const notices = [...(options.notices ?? [])];
  const topics = new Topics<LocalTopic>();
  const stopping = new AbortController();
  live.follow(() => topics.changed('settings'));

  const lock = lockFolder(dataDir);
  const nodeSecret = secretOf(secrets, 'node-secret', 32, holdsData(dataDir));
  removeLocalKey(dataDir);
  const identity = identityFromSeed(nodeSecret);

  const mended: MendedStore[] = [];
  const db = openNodeDatabase(dataDir, (what) => mended.push(what));
  for (const what of mended) {
    logger.warn(what, 'the folder with the stored files has lost its mark');
    notices.push(noticeOfMended(what));
  }
  const walletKeys = new ServiceKeys(nodeSecret, new WalletKeyRepository(db));
  const activity = new ActivityLog({
    repository: new ActivityRepository(db),
    keepDays: () => live.get().activity.keep_days,
    clock,
    logger,
    onChange: () => topics.changed('activity'),
  });
  const { note } = activity;
  const tokens = new ApiTokens(new ApiTokenRepository(db), clock);
  const { signIn, accounts, directory, admission, domains } = createSignIn({
    db,
    nodeSecret,
    settings,
    clock,
    note,
    onChange: () => topics.changed('sign_in'),
    endConnection: (user, sessionId) => {
      tonConnect
        .endConnection({ user, sessionId })
        .catch((error: unknown) => logger.error({ err: error }, 'a TON Connect session could not be ended'));
    },
  });
  live.follow((now) => {
    admission.set(now);
    topics.changed('sign_in');
  });
  const mayAct = ({ user, sessionId }: ConnectionKey): boolean =>
    sessionId === ownersConnection.sessionId ||
    tokens.isLive(sessionId) ||
    signIn.isSignedIn(user, sessionId);
  const tonConnect: TonConnect = new TonConnect({
    repository: new TonConnectRepository(db),
    wallets: loadWalletApps(settings.sign_in.wallets_file),
    linkWallet: (holder, proof, domain) =>
      signIn.linkWallet(holder.user, proof, domain, () => mayAct(holder)),
    mayAct,
    clock,
    logger,
    onChange: () => topics.changed('sign_in'),
  });
  const manifestUrl = (baseUrl: string) =>
    settings.sign_in.manifest_url ?? `${baseUrl}${getTonConnectManifest.path}`;

  const floorOf = (diskSize: number) =>
    settings.storage.free_space_floor_bytes ?? Math.max(GiB, Math.floor(diskSize / 20));
  const blobs = new DiskBlobStore({
    dataDir,
    freeSpaceFloor: floorOf,
    room: { freeable: () => content.room.freeable, make: (missing) => content.room.freeDisk(missing) },
    onDamaged: (sha256) => content.watch.suspect(sha256, true),
    onMove: () => topics.changed('storage'),
    onMoveError: (error) => logger.error({ err: error }, 'the store could not be moved'),
  });
  const records = new ContentRecordRepository(db);
  const mayRegister = (sha256: Buffer, user: string): boolean => {
    const record = records.get(sha256);
    return record !== undefined && (user === ownerId || records.isHolder(record.number, user));
  };
  const rawWalletOf = (user: string) => parseTonAddress(accounts.connectedWallet(user)?.address ?? '');
  const publishRegistered = (sha256: Buffer, owner: RawAddress) => {
    const isOwners = chain.running?.wallets().some(({ address }) => address === owner);
    const registered = chain.records.byFile(sha256);
    content.desk.publishFor(
      isOwners ? [ownerId] : accounts.holdersOf(owner),
      sha256,
      registered?.owner === owner ? registered : undefined,
    );
  };
  const chain: NodeChain = new NodeChain({
    ...{ db, nodeSecret, walletKeys, clock, logger },
    configured: followedChain(settings),
    namedPlatform: (chainNetwork) =>
      isPublic ? undefined : namedPlatform(network.peers.list(), chainNetwork),
    embeddedFile: embeddedChainFile(dataDir),
    limits: () => live.get().chain,
    contents: {
      find: (sha256, user) => (mayRegister(sha256, user) ? catalogue.find(sha256) : undefined),
      isBlocked: (sha256) => content.blocks.isBlocked(sha256),
      sealedOf: (sha256) => content.keys.ofPlain(sha256).map(({ sealed }) => sealed),
      isSealed: (sha256) => content.keys.find(sha256) !== undefined,
      isClosed: (sha256) => content.licensed.closed(sha256) !== undefined,
      isMadeHere: (sha256) => content.keys.find(sha256)?.origin === 'author',
      seal: (sha256, user) => content.sealings.seal(sha256, user),
      unseal: (sha256, user) => content.sealings.unseal(sha256, user),
      coverFault: (sha256) => content.covers.faultOf(sha256),
      coverUrl: (sha256) =>
        settings.node.public_host && contentUrl(settings.node.public_host, contentIdOf(sha256)),
    },
    urlOf: (sha256) => (catalogue.find(sha256) ? contentUrl(listeners.nodeUrl, contentIdOf(sha256)) : null),
    coverUrlOf: (sha256) => content.covers.pathOf(sha256, contentIdOf(sha256)),
    deliveryOf: (licence) => network.delivery.stateOf(licence),
    walletOf: rawWalletOf,
    walletsOf: (user) => rawAddresses(accounts.wallets(user)),
    ownersWallets: () => rawAddresses(accounts.provenWallets(ownerId)),
    connected: {
      of: (holder) => parseTonAddress(tonConnect.connectionOf(holder)?.address ?? ''),
      ask: (holder, transaction) => tonConnect.ask(holder, transaction),
    },
    ownersConnection,
    metadataUrl: () => `${settings.node.public_host ?? listeners.nodeUrl}${getPlatformMetadata.path}`,
    onRegistered: (sha256, owner) => {
      publishRegistered(sha256, owner);
      content.sealings.settle();
    },
    onTrade: (news) => watch.tell(news),
    onGiven: () =>
      note({
        kind: 'wallet',
        actor: { type: 'node', name: '' },
        detail: 'A licence was given to a wallet of the owner',
      }),
    onMarket: () => {
      network.delivery.chainChanged();
      network.sharing.chainChanged();
      topics.changed('market');
      topics.changed('content');
    },
    onOrders: () => {
      topics.changed('orders');
      content.sealings.settle();
    },
    onState: () => {
      network.delivery.chainChanged();
      topics.changed('chain');
    },
  });
  const content: ContentServices = createContent({
    db,
    nodeSecret,
    blobs,
    chain: chain.records,
    graceSeconds: () => live.get().chain.offline_grace,
    users: {
      walletOf: (user) => accounts.connectedWallet(user)?.address ?? null,
      usersOf: (wallet) => accounts.usersOfWallet(wallet),
    },
    quotaBytes: undefined,
    userQuotaBytes: settings.storage.user_quota_bytes,
    maxUploadBytes: settings.storage.max_upload_bytes,
    freeSpaceFloor: floorOf,
    mending: {
      fetch: (sha256, signal) => network.fetch.fetch(sha256, { priority: 'background', signal }),
      background: {
        pausedBy: () => network.conditions.pausedBy(),
        onChange: (listener) => network.conditions.onChange(listener),
      },
    },
    clock,
    logger,
    note,
    onChange: () => {
      topics.changed('content');
      topics.changed('overview');
      topics.changed('storage');
      network.sharing.contentsChanged();
    },
    onBlockedChange: () => topics.changed('blocked'),
    onClosed: (sha256) => network.sharing.closed(sha256),
    onReopened: (sha256) => {
      const registered = chain.records.byFile(sha256);
      if (registered) publishRegistered(sha256, registered.owner);
    },
    onScrub: () => topics.changed('storage'),
  });
  live.follow(({ storage }) =>
    content.setLimits(
      { quotaBytes: storage.quota_bytes ?? undefined, copiesBytes: storage.copies_bytes },
      { bytesPerSecond: storage.check_bytes_per_s, days: storage.check_days },
    ),
  );
  const { catalogue } = content;
  const traffic = noTraffic();
  const meter = new ConnectionMeter(traffic, settings.http.trusted_proxies);
  const history = new NodeHistory({
    ...{ traffic, clock, logger },
    repository: new HistoryRepository(db),
    count: () => meter.count(),
    totals: () => catalogue.totals(),
    onChange: () => topics.changed('history'),
  });
  const parts = new PartUploads({
    uploads: new PartialUploadRepository(db),
    partials: blobs.partials,
    catalogue,
    maxUploadBytes: mostStoredBytes(settings.storage.max_upload_bytes),
    clock,
    logger,
  });
  const uploads = new UploadReceiver({
    catalogue,
    parts,
    maxUploadBytes: mostStoredBytes(settings.storage.max_upload_bytes),
    concurrent: concurrentUploads,
  });

  const describe = (): NodeInfo => {
    const { contents: count, contentBytes } = catalogue.totals();
    return {
      id: identity.id,
      public_key: identity.id,
      version,
      node_type: settings.node.type,
      ...(isPublic && settings.node.public_host ? { public_host: settings.node.public_host } : {}),
      metrics: {
        uptime_s: (clock() - startedAt) / 1000,
        contents: count,
        content_bytes: contentBytes,
        known_public_nodes: network.peers.knownNodes().nodes.length,
      },
      capabilities: [
        ...['storage', 'storage.range', 'storage.parts', 'content', 'sign_in'],
        ...chain.capabilities(),
      ],
    };
  };
  // Whoever practises stays who they are to other nodes.
  const walletElsewhere = {
    address: async () => {
      const { nodeAddresses } = await import('../features/chain/addresses.ts');
      return (await nodeAddresses(walletKeys, settings.chain.network)).node_address;
    },
    prove: async (request: ProofRequest) => {
      const { proveServiceWallet } = await import('../features/chain/wallet-proof.ts');
      return proveServiceWallet(walletKeys, settings.chain.network, request);
    },
  };
  const network: NodeNetwork = createNetwork({
    ...{ db, nodeSecret, identity, settings, live, describe, topics, traffic, note, clock, logger },
    wallet: walletElsewhere,
    copies: content.copies,
    registered: (sha256) => chain.records.byFile(sha256),
    sizeOf: (sha256) => catalogue.find(sha256)?.size,
    isBlocked: (sha256) => content.blocks.isBlocked(sha256),
    contents: {
      find: (sha256) => records.get(sha256),
      read: (out, sha256, range) => catalogue.sendTo(out, catalogue.get(sha256), range),
    },
    sealed: sealedShares(content, () => chain.running),
    delivered: {
      contents: deliveredContents(content),
      book: () => chain.running && licenceBookOf(chain.running),
    },
  });
  const { peers } = network;
  const found = withoutHarmfulCovers(network.sync.found, content.covers);
  // A private node shares the market of the first public node that its person named (chain.md, section 2).
  topics.subscribe((topic) => {
    if (topic === 'peers' || topic === 'chain') chain.adopt();
  });
  const watch: NodeWatch = new NodeWatch({
    ...{ topics, conditions: network.conditions, peers: () => peers.list() },
    room: async () => {
      const disk = await catalogue.disk();
      return disk.free - floorOf(disk.total);
    },
    onError: (error) => logger.warn({ err: error }, 'the disk could not be asked'),
  });
  const practice = new PracticeNetwork({
    launch: options.practiceLauncher,
    dataDir: join(dataDir, 'practice'),
    settingsStore: options.settingsStore,
    onChain: (shared) => {
      if (settings.chain.network === 'off') void chain.practise(shared);
    },
    onNode: async (practiceNode) => {
      await peers.setPractice(practiceNode?.url);
      network.sharing.setPractice(practiceNode);
      topics.changed('overview');
    },
    logger,
  });

  const { restart } = options;
  const isPristine = pristineIn(db);
  const firstRun = new FirstRun({
    dataDir,
    isNew: () => isPristine() && !hasRecovery(dataDir),
    onChange: () => topics.changed('overview'),
    logger,
  });
  const restore = new RestoreDesk({ dataDir, isPristine, clock, restart });
  const codebase = readCodebase();
  const reports = new ServiceReports(clock);
  const status = new NodeStatusReporter({
    reports,
    chain,
    walletKeys,
    settings,
    codebase,
    identity,
    startedAt,
    clock,
    catalogue,
    cost: () => content.cost(),
    floorOf,
    peers,
    practice,
    mayRestore: () => restore.isPossible,
    firstRun,
    hasRecovery: () => hasRecovery(dataDir),
    notices,
    urls: () => listeners,
  });

  const recoveryFor = (type: 'dashboard' | 'command') =>
    new RecoveryDesk({
      ...{ dataDir, db, nodeSecret, settingsStore: options.settingsStore, clock, note },
      onChange: () => topics.changed('storage'),
      actor: { type, name: '' },
    });
  const controlOf = (type: 'dashboard' | 'command') =>
    createControl({
      tokens,
      content,
      dashboard: () => dashboard.newAddress(),
      onTokensChange: () => topics.changed('tokens'),
      note,
      chain: async () => {
        const { embedded } = chain.live;
        if (!embedded) throw noEmbeddedChain();
        return embedded;
      },
      market: () => {
        const { network: followed, market, indexer } = chain.live;
        return { network: followed, market, status: indexer.state().status };
      },
      recovery: recoveryFor(type),
      actor: { type, name: '' },
    });
  const dashboardControl = controlOf('dashboard');
  const authenticate = (token: string) => tokens.authenticate(token) ?? signIn.authenticate(token);
  const mayRead = ({ headers }: IncomingMessage) => {
    const token = tokenOf(headers.authorization);
    return token !== undefined && authenticate(token)?.scopes.has('content:read') === true;
  };
  const addressOf = clientAddress(settings.http.trusted_proxies);
  const endpoints = nodeEndpoints({
    status: () => status.nodeStatus(),
    reports,
    codebase,
    describe,
    content,
    keyDesk: new KeyDesk({
      ...content,
      chain: chain.records,
      licences: chain.licences,
      sign: (facts) => signReceipt(identity, facts, clock()),
      onChange: () => topics.changed('content'),
    }),
    elsewhere: {
      mayAsk: (request) => !isPublic || mayRead(request),
      fetch: async (sha256, signal) => {
        // Stored, and yet it could not be sent: only what is known to be damaged is fetched.
        if (catalogue.find(sha256)) await content.watch.look(sha256);
        await network.fetch.fetch(sha256, { priority: 'asked', signal });
      },
    },
    paceFor: (request) => (isLoopbackAddress(addressOf(request)) ? undefined : network.bandwidth.limitedUp),
    found,
    messages: chain.messages,
    uploads,
    parts,
    identity,
    peers,
    clock,
    signIn,
    accounts,
    tonConnect,
    manifestUrl,
  });
  const selfTest = createSelfTest({
    ...{ settings, db, floorOf, catalogue, notices, practice, peers, clock, logger },
    publicKey: identity.id,
    folder: () => blobs.mover.current,
    quotaBytes: () => live.get().storage.quota_bytes ?? null,
    scrub: content.scrub,
    damages: () => content.damages.list(1000).length,
    listeners: () => listeners,
  });
  const listeners: NodeListeners = new NodeListeners({
    settings,
    allowedOrigins: () => live.get().http.allowed_origins,
    authenticate,
    nodeEndpoints: Object.values(endpoints),
    dashboardEndpoints: localEndpoints({
      overview: () => status.overview(),
      firstRun,
      activity,
      peers,
      content: {
        catalogue,
        copies: content.copies,
        covers: content.covers,
        desk: content.desk,
        licensed: content.licensed,
        sealings: content.sealings,
        contractAddress: (sha256) => {
          const registered = chain.records.byFile(sha256);
          return registered ? chain.records.contractAddress(registered.address) : null;
        },
        uploads,
        onReceived: (bytes) => {
          traffic.localReceived += bytes;
        },
        userName: (user) => accounts.nameOf(user),
        nodeUrl: () => listeners.nodeUrl,
        sharesOf: (hashes) => network.sharing.sharesOf(hashes),
      },
      selfTest,
      storage: {
        desk: new StorageDesk({
          usage: content.storeUsage,
          damages: content.damages,
          room: content.room,
          scrub: content.scrub,
          mover: blobs.mover,
          defaultFolder: dataDir,
          disk: () => catalogue.disk(),
          floorOf,
          userName: (user) => accounts.nameOf(user),
        }),
        moveTo: async (folder) => {
          live.check({ storage: { folder } });
          await blobs.mover.move(folder);
          live.keep({ storage: { folder } });
        },
        turnBack: async () => {
          live.check({ storage: { folder: null } });
          live.keep({ storage: { folder: await blobs.mover.cancel() } });
        },
      },
      recovery: {
        state: () => recoveryFor('dashboard').state(),
        passphrase: generatePassphrase,
        make: dashboardControl.makeRecovery,
        check: dashboardControl.checkRecovery,
        restore,
      },
      blocks: dashboardControl,
      practice,
      network: {
        sync: network.sync,
        found,
        subscriptions: network.sync.subscriptions,
        copies: network.sync.copies,
        transfers: [network.fetch, network.sharing],
        nodeUrl: () => listeners.nodeUrl,
        onError: (error) => logger.error({ err: error }, 'synchronising failed'),
      },
      sharing: {
        sharing: network.sharing,
        nodeAddress: walletElsewhere.address,
        isStored: (sha256) => catalogue.find(sha256) !== undefined,
      },
      chain: createChainDesk({
        chain,
        delivery: network.delivery,
        onLibrary: () => topics.changed('market'),
        walletKeys,
        addresses: () => status.addresses(),
        connectedApp: () => {
          const id = tonConnect.connectionOf(ownersConnection)?.walletAppName;
          return tonConnect.walletApps().find(({ appName }) => appName === id)?.name ?? null;
        },
      }),
      history: {
        history: (range) => history.read(range),
        earnings: (range) => earningsHistory(range, chain.running?.earnings, clock()),
      },
      tokens: dashboardControl,
      signIn: createSignInDesk({
        settings: () => live.get(),
        admission,
        domains,
        directory,
        tonConnect,
        usageOf: (user) => ({ ...content.usageOf(user), cost: content.costOf(user) }),
        manifestUrl: () => manifestUrl(settings.node.public_host ?? listeners.nodeUrl),
        onChange: () => topics.changed('sign_in'),
      }),
      settings: live,
      openApi: openApiDocument(contractsOf(endpoints)),
    }),
    dashboard,
    dashboardMayMove:
      options.dashboardMayMove === true ||
      sourceOf('dashboard.port', { ...options.given, dashboard: options.settingsStore.read() }) === 'default',
    topics,
    dashboardDir: options.dashboardDir,
    stopping: stopping.signal,
    notices,
    note,
    onConnection: meter.watch,
    logger,
  });
  const controlServer = new ControlServer(dataDir, controlOf('command'), logger);

  const noteUnmoved = (error: unknown) => {
    if (!(error instanceof NodeError)) throw error;
    notices.push({
      code: 'store_not_moved',
      severity: 'warning',
      message: `What is stored was not moved to the folder of storage.folder, and lies where it lay. ${error.message}`,
    });
  };
  let sweep: Promise<unknown> = Promise.resolve();
  const start = async () => {
    await blobs.open();
    await parts.open();
    await blobs.mover.start(wantedFolder(mended, live)).catch(noteUnmoved);
    await listeners.start();
    await controlServer.start();
    network.start();
    content.start();
    history.start();
    tonConnect.start();
    chain.start();
    if (settings.network.practice) practice.resume();
    sweep = content.check
      .removeOrphans()
      .catch((error: unknown) => logger.error({ err: error }, 'the sweep failed'));
    note({ kind: 'node', actor: { type: 'node', name: '' }, detail: `Started, version ${version}` });
    logger.info({ node_url: listeners.nodeUrl, node_type: settings.node.type }, 'the node runs');
  };
  const node: AlcoveNode = {
    publicKey: identity.id,
    nodeType: settings.node.type,
    createDashboardSession: () => dashboard.sessions.createSession(),
    newDashboardAddress: () => dashboard.newAddress(),
    get nodeUrl() {
      return listeners.nodeUrl;
    },
    get dashboardUrl() {
      return listeners.dashboardUrl;
    },
    settings,
    watch,
    setPaused: (paused) => void live.change({ network: { paused } }),
    setOnBattery: (isOnBattery) => network.conditions.setOnBattery(isOnBattery),
    shareChain: (port = 0) => chain.share(port),
    wokeUp: () => {
      network.peers.networkChanged();
      chain.running?.indexer.poke();
    },
    start: () => start().catch(throwFullDiskInWords),
    stop: async () => {
      stopping.abort(shuttingDown());
      watch.stop();
      await content.sealings.stop();
      await controlServer.stop();
      await listeners.stop({ keepDashboard: options.dashboard !== undefined });
      await practice.close();
      await network.stop();
      await chain.stop();
      await tonConnect.stop();
      await parts.close();
      await content.stop();
      history.stop();
      await blobs.close();
      await sweep;
      content.contents.flush();
      note({ kind: 'node', actor: { type: 'node', name: '' }, detail: 'Stopped' });
      activity.close();
      db.close();
      lock.release();
      logger.info('the node has stopped');
    },
  };
  return node;
}

/** Which chain the settings want. */
function followedChain({ chain }: Settings): FollowedChain | undefined {
  const { network, endpoint, api_key: apiKey, master_address: masterAddress } = chain;
  return network === 'off' ? undefined : { network, endpoint, apiKey, masterAddress };
}

const rawAddresses = (wallets: readonly { address: string }[]): RawAddress[] =>
  wallets.flatMap(({ address }) => parseTonAddress(address) ?? []);

const shuttingDown = () =>
  new NodeError('shutting_down', 'The node is shutting down. Try again when it is back.');
