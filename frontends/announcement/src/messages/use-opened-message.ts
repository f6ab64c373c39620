import { useLocation, useNavigate, useSearchParams } from '@gerbang/web-kit/router';

/** The message that stands open, by `?id=` in the address; opened from the list, closing goes back to it. */
export function useOpenedMessage() {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const opened = typeof state === 'object' && state !== null && 'opened' in state;
  const write = (id: string | null, options: { replace: boolean; state?: unknown }) => {
    const address = new URLSearchParams(params);
    if (id === null) address.delete('id');
    else address.set('id', id);
    setParams(address, options);
  };
  return {
    id: params.get('id'),
    open: (id: string) => write(id, { replace: false, state: { opened: true } }),
    close: () => (opened ? void navigate(-1) : write(null, { replace: true })),
  };
}
