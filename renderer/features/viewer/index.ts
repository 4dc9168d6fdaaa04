export { MediaMakers } from './media-makers.tsx';
export { SaveButton } from './not-shown.tsx';
export { OpenedContent, StoredViewer } from './opened-content.tsx';
export { type SampleFailure, SampleFrame } from './sample-frame.tsx';
