/** Bytes exchanged with other computers, and with programs on this one. */
export interface Traffic {
  networkSent: number;
  networkReceived: number;
  localSent: number;
  localReceived: number;
}

export const emptyTraffic = (): Traffic => ({
  networkSent: 0,
  networkReceived: 0,
  localSent: 0,
  localReceived: 0,
});

export const totalBytes = (traffic: Readonly<Traffic>): number =>
  traffic.networkSent + traffic.networkReceived + traffic.localSent + traffic.localReceived;
