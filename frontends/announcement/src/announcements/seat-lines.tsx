import { Banner } from '@gerbang/ui/banner';
import { Quiet } from '@gerbang/ui/layout';
import { seatsOf, type Student, type Touched } from './editor-values.ts';
import { studentsCopy as copy } from './editor.copy.ts';

/** How many places each limited class has left for those who are accepted here; nothing where no class is limited. */
export function SeatLines({ students, touched }: { students: readonly Student[]; touched: Touched }) {
  const seats = seatsOf(students, touched);
  const over = seats.filter(({ exceeded }) => exceeded);
  const line = ({ label, free, passed }: (typeof seats)[number]) => copy.seats(label, free, passed);
  return (
    <>
      {seats
        .filter(({ exceeded }) => !exceeded)
        .map((one) => (
          <Quiet key={one.label} $small $figures>
            {line(one)}
          </Quiet>
        ))}
      {over.length > 0 ? (
        <Banner tone="danger">
          {over.map((one) => (
            <p key={one.label}>{line(one)}</p>
          ))}
          <p>{copy.tooManySeats}</p>
        </Banner>
      ) : null}
    </>
  );
}
