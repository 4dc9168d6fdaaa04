import { powerMonitor } from 'electron';
import type { AlcoveNode } from '../src/node.ts';

/** Tells the node what it cannot see itself: the battery, and that the computer woke up. */
export function watchPower(node: Pick<AlcoveNode, 'setOnBattery' | 'wokeUp'>): void {
  node.setOnBattery(powerMonitor.isOnBatteryPower());
  powerMonitor.on('on-battery', () => node.setOnBattery(true));
  powerMonitor.on('on-ac', () => node.setOnBattery(false));
  powerMonitor.on('resume', () => node.wokeUp());
}
