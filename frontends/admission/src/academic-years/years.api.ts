import * as contract from '@gerbang/contracts/academic-years';
import type { AcademicYear } from '@gerbang/contracts/academic-years';
import { yearInAddress } from '@gerbang/domain/academic-years';
import { call } from '@gerbang/web-kit/api/client';
import { useMutation, useReadAgain } from '@gerbang/web-kit/api/query-client';
import { YEARS_KEY } from '@gerbang/web-kit/lists/use-years';

/** The changes of years; the years and the settings of the school are read again after each. */
export function useYearChanges() {
  const onSettled = useReadAgain(YEARS_KEY, 'config');
  return {
    plan: useMutation({
      mutationFn: (label: string) => call(contract.planYear, { body: { label } }),
      onSettled,
    }),
    open: useMutation({
      mutationFn: ({ label, version }: AcademicYear) =>
        call(contract.changeYear, {
          params: { label: yearInAddress(label) },
          body: { state: 'open', version },
        }),
      onSettled,
    }),
  };
}
