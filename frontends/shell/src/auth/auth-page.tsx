import { Banner } from '@gerbang/ui/banner';
import { Card } from '@gerbang/ui/card';
import { PageHeader } from '@gerbang/ui/page-header';
import { Spinner } from '@gerbang/ui/spinner';
import { Tabs } from '@gerbang/ui/tabs';
import { LoginForm } from '@gerbang/web-kit/session/login-form.tsx';
import { useLocation, useSearchParams } from '@gerbang/web-kit/page/router';
import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { copy } from '../copy.ts';
import { FirstPaintEnd } from '@gerbang/first-paint/take-over';
import { SchoolNote } from '../layout/common-parts.tsx';
import { RemotePage } from '../remotes/remote-page.tsx';

const text = copy.auth;

// Of its own: the first load would bring all of ui's layout along.
const Column = styled.div`
  display: grid;
  gap: 24px;
`;

type Tab = 'masuk' | 'daftar';

const TABS = [
  { id: 'masuk', label: text.login },
  { id: 'daftar', label: text.register },
] as const;

interface PageProps {
  tab: Tab;
  onChoose: (tab: Tab) => void;
  register: ReactNode;
  /** The last session ended because it was not used. */
  idle?: boolean;
}

function Page({ tab, onChoose, register, idle }: PageProps) {
  return (
    <Column>
      <PageHeader title={text.title} description={text.lead} />
      {idle ? <Banner tone="info">{text.idle}</Banner> : null}
      <SchoolNote />
      <Card as="div">
        <Tabs label={text.tabs} tabs={TABS} value={tab} onChange={onChoose}>
          <div data-panel="masuk" hidden={tab !== 'masuk'}>
            <LoginForm />
          </div>
          <div data-panel="daftar" hidden={tab !== 'daftar'}>
            {register}
          </div>
        </Tabs>
      </Card>
    </Column>
  );
}

/**
 * /auth: login and registration in two tabs. Both stay in the page, so that nothing typed is lost. The login
 * needs nothing but the shell; the registration belongs to the account area and is loaded when its tab is opened.
 */
export function AuthPage() {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation(); // where the visitor wanted to go; must outlive a change of tab
  const tab = params.get('tab') === 'daftar' ? 'daftar' : 'masuk';
  const [first] = useState(tab);
  const [wanted, setWanted] = useState(tab === 'daftar');
  const choose = (id: Tab) => {
    if (id === 'daftar') setWanted(true);
    setParams(id === 'daftar' ? { tab: id } : {}, { replace: true, state });
  };
  return (
    <>
      <Page
        tab={tab}
        onChoose={choose}
        idle={state?.idle === true}
        register={wanted ? <RemotePage area="auth" path="/auth" /> : null}
      />
      {first === 'masuk' ? <FirstPaintEnd /> : null}
    </>
  );
}

/** Its markup before the program runs; a script of the page switches the tabs until then. */
export function AuthPlaceholder() {
  return (
    <Page tab="masuk" onChoose={() => undefined} register={<Spinner size={36} label={copy.loading} />} />
  );
}
