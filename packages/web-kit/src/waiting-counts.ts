/** Cards of the staff dashboard: what waits, as counts that lead to where it is done. */
export { WaitingCounts } from './waiting-counts.view.tsx';
