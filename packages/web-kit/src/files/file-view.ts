/** A file that was sent, as it is looked at. */
export { FileView } from './file-view.view.tsx';
