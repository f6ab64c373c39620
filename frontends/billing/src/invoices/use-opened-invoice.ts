import { useLocation, useNavigate, useSearchParams } from '@gerbang/web-kit/router';

/** The invoice that stands open, by `?id=` in the address: it can be sent to a colleague, and Back closes it. */
export function useOpenedInvoice() {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const write = (id: string | null, options: { replace: boolean; state?: unknown }) => {
    const next = new URLSearchParams(params);
    if (id === null) next.delete('id');
    else next.set('id', id);
    setParams(next, options);
  };
  const fromList = typeof state === 'object' && state !== null && 'opened' in state;
  return {
    id: params.get('id'),
    open: (id: string) => write(id, { replace: false, state: { opened: true } }),
    // Opened from the list: back to where it was, so that the browser's own Back does not open it again.
    close: () => (fromList ? void navigate(-1) : write(null, { replace: true })),
  };
}
