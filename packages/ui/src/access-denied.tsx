import { ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { EmptyState } from './empty-state.tsx';

/** The 'Akses Ditolak' page. */
export function AccessDenied({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <Card>
      <EmptyState icon={<ShieldAlert size={28} />} title="Akses Ditolak" action={action}>
        {children}
      </EmptyState>
    </Card>
  );
}
