export { AddPeerForm } from './add-peer-form.tsx';
