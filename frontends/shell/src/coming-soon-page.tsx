import { Card } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { Hourglass } from 'lucide-react';

/** A page of the table whose area does not exist yet; the navigation has it disabled, an address leads here. */
export function ComingSoonPage() {
  return (
    <Card>
      <EmptyState
        icon={<Hourglass size={28} />}
        title="Segera hadir"
        action={
          <LinkButton to="/dashboard" $variant="secondary">
            Kembali ke Dashboard
          </LinkButton>
        }
      >
        Halaman ini sedang disiapkan. Kami akan mengabari Anda begitu dapat digunakan.
      </EmptyState>
    </Card>
  );
}
