import { registrationWait } from '../src/families.ts';
import { PAYMENT_STATUSES } from '../src/registration-payments.ts';
import { isLiveStage } from '../src/live-stages.ts';
import { STAGES } from '../src/registration-stages.ts';

test.each([
  ['paid', 'withdrawn', false, 'Pemeriksaan bukti biaya', 'Keuangan'],
  ['pending', 'registered', false, 'Biaya pendaftaran belum dibayar', 'Keluarga'],
  ['rejected', 'registered', false, 'Bukti baru setelah ditolak', 'Keluarga'],
  ['paid', 'registered', false, 'Pemeriksaan bukti biaya', 'Keuangan'],
  ['verified', 'registered', false, 'Jadwal observasi', 'CS atau Staf Pendidikan'],
  ['verified', 'registered', true, 'Pilih jadwal observasi', 'Keluarga'],
  ['verified', 'obs_scheduled', false, 'Kehadiran observasi', 'CS atau Staf Pendidikan'],
  ['verified', 'waiting_announcement', false, 'Pengumuman hasil', 'Staf Pendidikan dan Kepala Sekolah'],
  ['verified', 'passed', false, 'Konfirmasi daftar ulang', 'Keluarga'],
] as const)('when the fee is %s and the stage %s, its slot to choose: %s, then %s waits for %s', (...row) => {
  const [payment_status, current_stage, chooses_slot, what, by] = row;
  const of = { payment_status, current_stage, re_enrolled: false, chooses_slot };
  expect(registrationWait(of)).toEqual({ what, by });
});

test('when a registration is over or re-enrolled, then nothing of it waits here; any other waits for someone', () => {
  for (const payment_status of PAYMENT_STATUSES) {
    for (const current_stage of STAGES) {
      if (current_stage === 'withdrawn' && payment_status === 'paid') continue;
      const over = !isLiveStage(current_stage);
      const of = { payment_status, current_stage, chooses_slot: false };
      const found = registrationWait({ ...of, re_enrolled: false });
      expect([current_stage, found === null]).toEqual([current_stage, over]);
      expect(registrationWait({ ...of, re_enrolled: true })).toBeNull();
    }
  }
});
