import { Button, IconButton } from '@gerbang/ui/button';
import { CopyButton } from '@gerbang/ui/copy-button';
import { Menu } from '@gerbang/ui/menu';
import { Pencil, RefreshCw } from 'lucide-react';
import type { ExampleGroup } from './example.ts';

const nothing = () => undefined;

export const actionExamples: ExampleGroup = {
  title: 'Tindakan',
  examples: [
    {
      component: 'button',
      draw: () => (
        <>
          <Button>Simpan perubahan</Button>
          <Button variant="secondary">Batal</Button>
          <Button variant="ghost">Lewati</Button>
          <Button variant="danger">Hapus pengguna</Button>
          <Button pending pendingLabel="Menyimpan...">
            Simpan
          </Button>
          <Button small variant="secondary" icon={<Pencil size={18} aria-hidden="true" />}>
            Ubah
          </Button>
          <IconButton label="Muat ulang">
            <RefreshCw size={20} aria-hidden="true" />
          </IconButton>
        </>
      ),
    },
    {
      component: 'copy-button',
      draw: () => <CopyButton text="7001234567" label="Salin nomor rekening" copied="Tersalin" />,
    },
    {
      component: 'menu',
      draw: () => (
        <Menu
          label="Menu contoh"
          trigger={<span aria-hidden="true">⋯</span>}
          groups={[{ id: 'satu', entries: [{ id: 'ubah', label: 'Ubah', onAction: nothing }] }]}
        />
      ),
    },
  ],
};
