import { buttonCss, type ButtonVariant } from '@gerbang/ui/button';
import { Card } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { Link } from '@gerbang/web-kit/router';
import { Hourglass } from 'lucide-react';
import { styled } from 'styled-components';

const Back = styled(Link)<{ $variant: ButtonVariant }>`
  ${buttonCss}
`;

/** A page of the table whose area does not exist yet; the navigation has it disabled, an address leads here. */
export function ComingSoonPage() {
  return (
    <Card>
      <EmptyState
        icon={<Hourglass size={28} />}
        title="Segera hadir"
        action={
          <Back to="/dashboard" $variant="secondary">
            Kembali ke Dashboard
          </Back>
        }
      >
        Halaman ini sedang disiapkan. Kami akan mengabari Anda begitu dapat digunakan.
      </EmptyState>
    </Card>
  );
}
