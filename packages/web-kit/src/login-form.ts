/** The login form of the landing page and of /auth. */
export { LoginForm } from './login-form.view.tsx';
