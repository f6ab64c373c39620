/** A list as a workbook. */
export { ExportButton } from './export-button.view.tsx';
