import { describeIn } from '../browser/browsers.ts';
import { sharePageFlows } from '../browser/share-page-flows.ts';
import { takenPortFlows } from '../browser/taken-port-flows.ts';

describeIn('Firefox', sharePageFlows);
describeIn('Firefox', takenPortFlows);
