/** The address in four levels. */
export { RegionFields } from './region-fields.view.tsx';
