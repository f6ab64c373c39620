// By the package's name: the shell shares the router with the remotes.
import { useLocation, useNavigate, useSearchParams } from '@gerbang/web-kit/page/router';

const STEP = 'langkah';
const PROOF = 'bukti';

/** The step of a payment by `?langkah=` in the address, so that Back goes a step back and a reload stays. */
export function usePaymentStep() {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const fromFirst = typeof state === 'object' && state !== null && 'fromFirst' in state;
  return {
    step: params.get(STEP) === PROOF ? (2 as const) : (1 as const),
    toProof: () => setParams({ [STEP]: PROOF }, { state: { fromFirst: true } }),
    // Opened from the first step: back to it, so that the browser's own Back does not lead here again.
    toFirst: () => (fromFirst ? void navigate(-1) : setParams({}, { replace: true })),
  };
}
