import { describeIn } from '../browser/browsers.ts';
import { sharePageFlows } from '../browser/share-page-flows.ts';
import { takenPortFlows } from '../browser/taken-port-flows.ts';

// The suite `browser` does the same in Chromium.
describeIn('Firefox', sharePageFlows);
describeIn('Firefox', takenPortFlows);
