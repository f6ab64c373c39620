import { Quiet } from '@gerbang/ui/layout';
import { deskCopy as copy } from './desk.copy.ts';
import { fileCopy } from '../files/upload.copy.ts';
import { PicturePane } from './picture-pane.tsx';

/** A proof to be shown now, or to be loaded for later. */
interface PaneProof {
  readonly proof_url: string | null;
  readonly proof_filename: string | null;
}

const isPdf = ({ proof_filename: name }: PaneProof) => name?.toLowerCase().endsWith('.pdf') ?? false;

/** A proof, with zoom, rotation and the whole window; those in `ahead` are loaded for later. */
export function ProofPane({
  proof,
  ahead = [],
  keys,
}: {
  proof: PaneProof;
  ahead?: readonly PaneProof[];
  keys: boolean;
}) {
  const url = proof.proof_url;
  if (url === null) return <Quiet>{copy.noProof}</Quiet>;
  return (
    <PicturePane
      shown={{ url, text: isPdf(proof) ? proof.proof_filename : null, name: fileCopy.proof }}
      ahead={ahead.flatMap((one) => (isPdf(one) ? [] : (one.proof_url ?? [])))}
      keys={keys}
      words={{ ...copy, open: fileCopy.openProof }}
    />
  );
}
