export { MediaMakers } from './media-makers.tsx';
export { OpenedContent, StoredViewer } from './opened-content.tsx';
export { readingPlaces } from './reading-places.ts';
export { type SampleFailure, SampleFrame } from './sample-frame.tsx';
export { SaveButton } from './viewer-failure.tsx';
