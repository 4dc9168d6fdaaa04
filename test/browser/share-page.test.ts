import { describeIn } from './browsers.ts';
import { sharePageFlows } from './share-page-flows.ts';

describeIn('Chromium', sharePageFlows);
