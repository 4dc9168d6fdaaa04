export { MediaMakers } from './media-makers.tsx';
export { OpenedContent, StoredViewer } from './opened-content.tsx';
export { type SampleFailure, SampleFrame } from './sample-frame.tsx';
export { SaveButton } from './viewer-failure.tsx';
