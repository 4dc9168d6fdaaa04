export { MediaMakers } from './media-makers.tsx';
export { StoredViewer } from './opened-content.tsx';
export { type SampleFailure, SampleFrame } from './sample-frame.tsx';
