import { powerMonitor } from 'electron';

/** What the node wants to know of the computer's power. */
interface PowerListener {
  setOnBattery(isOnBattery: boolean): void;
  wokeUp(): void;
}

/** Tells the node what it cannot see itself: the battery, and that the computer woke up. */
export function watchPower(node: PowerListener): void {
  node.setOnBattery(powerMonitor.isOnBatteryPower());
  powerMonitor.on('on-battery', () => node.setOnBattery(true));
  powerMonitor.on('on-ac', () => node.setOnBattery(false));
  powerMonitor.on('resume', () => node.wokeUp());
}
