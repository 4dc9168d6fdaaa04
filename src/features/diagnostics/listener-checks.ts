import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { getNetworkInfo, nodeInfo } from '../../contract/node-api/peers.ts';
import { message } from '../../core/messages/message.ts';
import { askDocument } from './ask-document.ts';
import { type Check, failed, passed, warning } from './check.ts';

/** Queries of the checks on the listeners. */
export interface ListenerServices {
  publicKey: string;
  nodeUrl(): string;
  dashboardUrl(): string;
  /** Configured ports; 0: any. */
  configuredPorts: { node: number; dashboard: number };
}

const connectMs = 1500;
const maxAddresses = 8;

const nodeApiCheck = ({ publicKey, nodeUrl }: ListenerServices): Check => ({
  id: 'node_api',
  title: 'diagnostics.nodeApi',
  run: async (signal) => {
    const url = nodeUrl();
    const { document } = await askDocument(`${url}${getNetworkInfo.path}`, signal).catch(() => ({
      document: undefined,
    }));
    const { data } = nodeInfo.safeParse(document);
    if (data?.public_key === publicKey) return passed(message('diagnostics.nodeAnswers', { url }));
    return data
      ? failed(message('diagnostics.otherNodeAnswers', { url }), 'diagnostics.otherNodeRemedy')
      : failed(message('diagnostics.nodeSilent', { url }), 'diagnostics.nodeSilentRemedy');
  },
});

const dashboardCheck = ({ dashboardUrl }: ListenerServices): Check => ({
  id: 'dashboard',
  title: 'diagnostics.dashboard',
  run: async (signal) => {
    const { port } = new URL(dashboardUrl());
    const open = await Promise.all(
      otherAddresses().map(async (address) =>
        (await accepts(address, Number(port), signal)) ? address : [],
      ),
    );
    const [reachable] = open.flat();
    return reachable === undefined
      ? passed('diagnostics.dashboardPrivate')
      : failed(
          message('diagnostics.dashboardOpen', { address: reachable }),
          'diagnostics.dashboardOpenRemedy',
        );
  },
});

const portsCheck = ({ nodeUrl, dashboardUrl, configuredPorts }: ListenerServices): Check => ({
  id: 'ports',
  title: 'diagnostics.ports',
  run: () => {
    const others = [
      ['node.port', configuredPorts.node, nodeUrl()] as const,
      ['dashboard.port', configuredPorts.dashboard, dashboardUrl()] as const,
    ].filter(([, configured, url]) => configured !== 0 && configured !== Number(new URL(url).port));
    const [first] = others;
    return first === undefined
      ? passed('diagnostics.portsMatch')
      : warning(
          others
            .map(([setting, configured, url]) =>
              message('diagnostics.portDiffers', { setting, configured, used: new URL(url).port }),
            )
            .reduce((all, next) => message('general.both', { first: all, second: next })),
          message('diagnostics.portDiffersRemedy', { setting: first[0] }),
        );
  },
});

export const listenerChecks = (services: ListenerServices): Check[] => [
  nodeApiCheck(services),
  dashboardCheck(services),
  portsCheck(services),
];

/** Returns the addresses of this computer that others can reach. */
const otherAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((interfaces = []) => interfaces)
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
    .map(({ address }) => address)
    .slice(0, maxAddresses);

const accepts = (host: string, port: number, signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, signal, timeout: connectMs });
    const end = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
