import { Spinner } from '@gerbang/ui/spinner';
import { Tabs } from '@gerbang/ui/tabs';
import { LoginForm } from '@gerbang/web-kit/login-form';
import { useLocation, useSearchParams } from '@gerbang/web-kit/router';
import { lazy, Suspense, useState } from 'react';
import { PublicPage } from '../public-page.tsx';
import { signInCopy as copy } from './sign-in.copy.ts';

// Checking a whole form needs more program than the login does: it comes when somebody wants to register.
const RegisterForm = lazy(() =>
  import('./register-form.tsx').then((part) => ({ default: part.RegisterForm })),
);

const TABS = [
  { id: 'masuk', label: copy.login },
  { id: 'daftar', label: copy.register },
] as const;

/** /auth: login and registration in two tabs (accounts §2). Both stay in the page, so that nothing typed is lost. */
export function AuthPage() {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation(); // where the visitor wanted to go; must outlive a change of tab
  const tab = params.get('tab') === 'daftar' ? 'daftar' : 'masuk';
  const [wanted, setWanted] = useState(tab === 'daftar');
  const choose = (id: (typeof TABS)[number]['id']) => {
    if (id === 'daftar') setWanted(true);
    setParams(id === 'daftar' ? { tab: id } : {}, { replace: true, state });
  };
  return (
    <PublicPage title={copy.title} lead={copy.lead}>
      <Tabs label={copy.tabs} tabs={TABS} value={tab} onChange={choose}>
        <div hidden={tab !== 'masuk'}>
          <LoginForm />
        </div>
        <div hidden={tab !== 'daftar'}>
          {wanted ? (
            <Suspense fallback={<Spinner size={36} label={copy.loading} />}>
              <RegisterForm />
            </Suspense>
          ) : null}
        </div>
      </Tabs>
    </PublicPage>
  );
}
