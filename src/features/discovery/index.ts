export { DiscoveryService } from './discovery-service.ts';
export { type DiscoveryEndpointServices, discoveryEndpoints } from './endpoints/dashboard/index.ts';
export { getNetworkContentEndpoint } from './endpoints/get-network-content.ts';
export { openRemoteIndex, type RemoteIndex } from './remote-index.ts';
