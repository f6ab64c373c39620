import { Card } from '@gerbang/ui/card';
import { Tabs } from '@gerbang/ui/tabs';
import { LoginForm } from '@gerbang/web-kit/login-form';
import { copy } from '../copy.ts';

/** How /auth looks before its remote has arrived: the same tabs and the same form. */
export function AuthPlaceholder() {
  return (
    <Card>
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
  );
}
