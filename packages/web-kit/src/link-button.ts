/** A link that looks like a button. */
export { LinkButton } from './link-button.view.tsx';
