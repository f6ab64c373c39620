import { Card } from '@gerbang/ui/card';
import { PageHeader } from '@gerbang/ui/page-header';
import { Tabs } from '@gerbang/ui/tabs';
import { LoginForm } from '@gerbang/web-kit/login-form';
import { styled } from 'styled-components';
import { copy } from '../copy.ts';

const Column = styled.div`
  display: grid;
  gap: 24px;
`;

/** How /auth looks before its remote has arrived: the same tabs and the same form. */
export function AuthPlaceholder() {
  return (
    <Column>
      <PageHeader title={copy.auth.title} description={copy.landing.loginNote} />
      <Card as="div">
        <Tabs
          label={copy.auth.tabs}
          tabs={[
            { id: 'login', label: copy.auth.login },
            { id: 'register', label: copy.auth.register },
          ]}
          value="login"
          onChange={() => undefined}
        >
          <LoginForm />
        </Tabs>
      </Card>
    </Column>
  );
}
