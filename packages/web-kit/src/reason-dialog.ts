/** The dialog in which staff say why they refuse. */
export { ReasonDialog } from './reason-dialog.view.tsx';
