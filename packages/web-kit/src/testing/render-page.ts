/** Draws pages of remotes as the shell would, for their tests. */
export { aUser, findSummary, findToast, messageAt, renderPage } from './render-page.view.tsx';
