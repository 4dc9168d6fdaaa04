import { describeIn } from './browsers.ts';
import { takenPortFlows } from './taken-port-flows.ts';

describeIn('Chromium', takenPortFlows);
