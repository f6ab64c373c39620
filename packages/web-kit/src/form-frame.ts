/** The frame of a form: summary, fields, what the server said, buttons. */
export { FormFrame } from './form-frame.view.tsx';
