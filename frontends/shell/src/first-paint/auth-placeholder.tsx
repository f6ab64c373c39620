import { Card } from '@gerbang/ui/card';
import { PageHeader } from '@gerbang/ui/page-header';
import { Spinner } from '@gerbang/ui/spinner';
import { Tabs } from '@gerbang/ui/tabs';
import { LoginForm } from '@gerbang/web-kit/login-form';
import { styled } from 'styled-components';
import { copy } from '../copy.ts';

const Column = styled.div`
  display: grid;
  gap: 24px;
`;

/**
 * How /auth looks before its remote has arrived: the same tabs and the same form. The page's own script moves between
 * the tabs until the program does (page-template.mjs).
 */
export function AuthPlaceholder() {
  return (
    <Column>
      <PageHeader title={copy.auth.title} description={copy.landing.loginNote} />
      <Card as="div">
        <Tabs
          label={copy.auth.tabs}
          tabs={[
            { id: 'masuk', label: copy.auth.login },
            { id: 'daftar', label: copy.auth.register },
          ]}
          value="masuk"
          onChange={() => undefined}
        >
          <div data-panel="masuk">
            <LoginForm />
          </div>
          <div data-panel="daftar" hidden>
            <Spinner size={36} label={copy.loading} />
          </div>
        </Tabs>
      </Card>
    </Column>
  );
}
