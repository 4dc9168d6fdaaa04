export { type EncryptedShares, KeyNotDeposited } from './encrypted-shares.ts';
export { sharingEndpoints } from './endpoints/dashboard/index.ts';
export { ShareCompanionRepository } from './repository/share-companion-repository.ts';
export { ShareHostRepository } from './repository/share-host-repository.ts';
export { SharePartRepository } from './repository/share-part-repository.ts';
export { ShareRepository } from './repository/share-repository.ts';
export type { ShareableContent } from './send-content.ts';
export { shareNotices } from './share-records.ts';
export { SharingService } from './sharing-service.ts';
