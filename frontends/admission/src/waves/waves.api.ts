import * as contract from '@gerbang/contracts/waves';
import type { StaffWave, WaveChange, WaveCreation, WaveList } from '@gerbang/contracts/waves';
import { call } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useReadAgain } from '@gerbang/web-kit/api/query-client';

const KEY = 'waves';

/** The waves of a year as they are now; the first open year where `year` is ''. Nothing is read while it is not known (null). */
export function useWaves(year: string | null) {
  return useQuery({
    enabled: year !== null,
    queryKey: [KEY, year],
    queryFn: ({ signal }) => call(contract.listWaves, { query: year ? { academic_year: year } : {}, signal }),
    // Places go while the page is open: each opening of a page or form reads again.
    staleTime: 0,
  });
}

/** The waves of a level, as staff read them. */
export function staffWavesOf(list: WaveList, jenjang: string): StaffWave[] {
  const waves = list.levels.find((level) => level.jenjang === jenjang)?.waves ?? [];
  return waves.map((wave) => ({ ...wave, academic_year: list.academic_year, jenjang }) as StaffWave);
}

/** The changes of waves; the lists are read again after a success and after a failure. */
export function useWaveChanges() {
  const onSettled = useReadAgain(KEY);
  return {
    create: useMutation({
      mutationFn: (body: WaveCreation) => call(contract.createWave, { body }),
      onSettled,
    }),
    update: useMutation({
      mutationFn: ({ id, body }: { id: string; body: WaveChange }) =>
        call(contract.updateWave, { params: { id }, body }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(contract.deleteWave, { params: { id } }),
      onSettled,
    }),
    confirm: useMutation({
      mutationFn: ({ id, version, confirm }: { id: string; version: number; confirm: boolean }) =>
        call(contract.confirmWaveFee, { params: { id }, body: { confirm, version } }),
      onSettled,
    }),
  };
}
