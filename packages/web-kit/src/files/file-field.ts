/** Picking, checking, sending and previewing a file. */
export { FileField } from './file-field.view.tsx';
