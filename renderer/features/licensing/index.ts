export { buyLabel, describeTerms, licenceLabel, shareLabel } from './licence-labels.ts';
export { resaleSplit, shareTo, shareToOwner, splitOf } from './payment-split.ts';
export { priceProblem } from './terms.ts';
export { openTermsDialog } from './terms-dialog.tsx';
