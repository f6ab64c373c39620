/** Two people, one record. */
export { StaleDialog } from './stale-dialog.view.tsx';
