import { powerMonitor } from 'electron';

interface PowerListener {
  setOnBattery(isOnBattery: boolean): void;
  wokeUp(): void;
}

/** Reports to the node what it cannot see itself: battery power, and that the computer resumed. */
export function watchPower(node: PowerListener): void {
  node.setOnBattery(powerMonitor.isOnBatteryPower());
  powerMonitor.on('on-battery', () => node.setOnBattery(true));
  powerMonitor.on('on-ac', () => node.setOnBattery(false));
  powerMonitor.on('resume', () => node.wokeUp());
}
