import { Button } from '@gerbang/ui/button';

const copy = {
  news: (count: number) => `${count.toLocaleString('id-ID')} baru`,
  show: (count: number) => `${count.toLocaleString('id-ID')} baru, tampilkan`,
} as const;

/** How many rows came since the list was read; pressed, it shows them. Nothing where none came. */
export function NewsButton({ count, onShow }: { count: number; onShow: () => void }) {
  if (count === 0) return null;
  return (
    <span role="status">
      <Button small variant="secondary" aria-label={copy.show(count)} onClick={onShow}>
        {copy.news(count)}
      </Button>
    </span>
  );
}
