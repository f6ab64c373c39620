import { Tabs } from '@gerbang/ui/tabs';
import { LoginForm } from '@gerbang/web-kit/login-form';
import { useSearchParams } from '@gerbang/web-kit/router';
import { PublicPage } from '../public-page.tsx';
import { RegisterForm } from './register-form.tsx';
import { signInCopy as copy } from './sign-in.copy.ts';

const TABS = [
  { id: 'masuk', label: copy.login },
  { id: 'daftar', label: copy.register },
] as const;

/** /auth: login and registration in two tabs (accounts §2). Both stay in the page, so that nothing typed is lost. */
export function AuthPage() {
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'daftar' ? 'daftar' : 'masuk';
  return (
    <PublicPage title={copy.title} lead={copy.lead}>
      <Tabs
        label={copy.tabs}
        tabs={TABS}
        value={tab}
        onChange={(id) => setParams(id === 'daftar' ? { tab: id } : {}, { replace: true })}
      >
        <div hidden={tab !== 'masuk'}>
          <LoginForm />
        </div>
        <div hidden={tab !== 'daftar'}>
          <RegisterForm />
        </div>
      </Tabs>
    </PublicPage>
  );
}
