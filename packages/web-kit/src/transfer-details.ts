/** How much to transfer and where to. */
export { amountInWords, TransferDetails } from './transfer-details.view.tsx';
