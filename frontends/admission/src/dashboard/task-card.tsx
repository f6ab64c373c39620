import type { AdmissionArea } from '@gerbang/contracts/admission.types';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Quiet } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { TaskList } from '@gerbang/ui/task-list';
import { formatRupiah, levelText } from '@gerbang/web-kit/format';
import { Link } from '@gerbang/web-kit/router';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { styled } from 'styled-components';
import { dashboardCopy as copy, taskCopy } from './dashboard.copy.ts';

type Parent = NonNullable<AdmissionArea['parent']>;
type Task = Parent['tasks'][number];

const Box = styled(Card)`
  border-inline-start: 4px solid var(--tone-attention-bar);
`;

const Head = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;
  margin-block-end: 12px;
  svg {
    color: var(--tone-attention-bar);
  }
`;

const Calm = styled.p`
  display: flex;
  align-items: center;
  gap: 12px;
  color: var(--text-secondary);
`;

function wayTo(task: Task): string {
  switch (task.kind) {
    case 'fee_rejected':
    case 'fee_unpaid':
      return `/registrations?bayar=${task.registration_id}`;
    case 'profile_incomplete':
    case 'contact_unverified':
      return '/profile';
    case 'phone_unverified':
      return '/phone';
    case 'child_missing':
      return '/children';
    default:
      return '/registrations';
  }
}

/** 'Perlu tindakan Anda': the next things that this family must do, each with a link. */
export function TaskCard({ tasks, registrations }: Pick<Parent, 'tasks' | 'registrations'>) {
  if (tasks.length === 0) {
    return (
      <Card>
        <Calm>
          <CircleCheck size={20} aria-hidden="true" />
          {copy.tasksNone}
        </Calm>
      </Card>
    );
  }
  const about = (task: Task): string | null => {
    const row = registrations.find((one) => one.id === task.registration_id);
    if (!row) return null;
    return [row.child.full_name, levelText(row.jenjang, row.kelas), formatRupiah(row.payment_amount)].join(
      ' · ',
    );
  };
  return (
    <Box>
      <Head>
        <TriangleAlert size={20} aria-hidden="true" />
        <CardTitle>{copy.tasksTitle}</CardTitle>
        <StatusTag tone="attention">{copy.tasksCount(tasks.length)}</StatusTag>
      </Head>
      <TaskList>
        {tasks.map((task) => (
          <li key={`${task.kind} ${task.registration_id ?? task.child_id ?? ''}`}>
            <div>
              <Link to={wayTo(task)}>{taskCopy[task.kind].title(task.child_name ?? '')}</Link>
              {about(task) ? (
                <Quiet $small $figures>
                  {about(task)}
                </Quiet>
              ) : null}
            </div>
            <StatusTag
              tone={task.kind.startsWith('fee') || task.kind === 'phone_unverified' ? 'attention' : 'neutral'}
            >
              {taskCopy[task.kind].tag}
            </StatusTag>
          </li>
        ))}
      </TaskList>
    </Box>
  );
}
