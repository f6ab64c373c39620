/** What was typed at an earlier visit. */
export { DraftOffer } from './draft-offer.view.tsx';
