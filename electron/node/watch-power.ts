import { powerMonitor } from 'electron';

interface PowerListener {
  setOnBattery(isOnBattery: boolean): void;
  wokeUp(): void;
}

/** Reports battery power and resuming to the node, which cannot detect them. */
export function watchPower(node: PowerListener): void {
  node.setOnBattery(powerMonitor.isOnBatteryPower());
  powerMonitor.on('on-battery', () => node.setOnBattery(true));
  powerMonitor.on('on-ac', () => node.setOnBattery(false));
  powerMonitor.on('resume', () => node.wokeUp());
}
