/** A number of 16 digits. */
export { DigitsField } from './digits-field.view.tsx';
