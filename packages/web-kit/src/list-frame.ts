/** The frame of a list of records: search, filters, what was found, the page. */
export { ListFrame } from './list-frame.view.tsx';
