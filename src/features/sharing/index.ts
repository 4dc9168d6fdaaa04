export { type EncryptedShares, KeyNotDeposited } from './encrypted-shares.ts';
export { sharingEndpoints } from './endpoints/dashboard/index.ts';
export { ShareHostRepository } from './repository/share-host-repository.ts';
export { ShareRepository } from './repository/share-repository.ts';
export { shareNotices } from './share-records.ts';
export { SharingService } from './sharing-service.ts';
