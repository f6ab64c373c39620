/** The question before unsaved changes are left. */
export { LeaveDialog } from './leave-dialog.view.tsx';
