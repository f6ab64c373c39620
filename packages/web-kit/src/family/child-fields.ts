/** The two sections of a child's form. */
export { ChildFields } from './child-fields.view.tsx';
