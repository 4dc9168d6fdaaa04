import { describeIn } from '../browser/browsers.ts';
import { sharePageFlows } from '../browser/share-page-flows.ts';
import { takenPortFlows } from '../browser/taken-port-flows.ts';

// The share page is opened in Chromium by the suite `browser`.
describeIn('Firefox', sharePageFlows);
describeIn('Chromium', takenPortFlows);
describeIn('Firefox', takenPortFlows);
