import { contrastWithWhite } from '@gerbang/domain/colour-contrast';
import { FormSection, Beside } from '@gerbang/ui/form-section';
import { Row } from '@gerbang/ui/layout';
import { styled } from 'styled-components';
import { LogoField } from '../school-public/logo-field.tsx';
import { GuidePart } from './guide-part.tsx';
import { Line, Lines, useSetup } from './setup-fields.tsx';
import { partCopy as copy } from './school-versions.copy.ts';

const TEXT_MAX = 500;
const NOTES = ['login_note', 'registration_note', 'payment_note', 'offer_note', 'invoice_footer'] as const;
const PROMISES = ['invoice_wait', 'first_day'] as const;
const SIGNATORY = ['signatory_name', 'signatory_title', 'signatory_city'] as const;

const Swatch = styled.span<{ $colour: string }>`
  padding: 8px 16px;
  border-radius: 10px;
  background: ${({ $colour }) => $colour};
  color: #fff;
  font-weight: 600;
`;

/** The school's colour with white text on it, and whether that can be read. */
function Colour() {
  const { form } = useSetup();
  const { colour } = form.settings.brand;
  const whole = colour !== null && /^#[0-9a-f]{6}$/iu.test(colour);
  return (
    <>
      <Line path="brand.colour" hint={copy.colourHint} max={7} optional nullable />
      {whole ? (
        <Row $gap={12} $align="center" role="status">
          <Swatch $colour={colour}>{copy.sample}</Swatch>
          <span>
            {copy.contrast((Math.floor(contrastWithWhite(colour) * 10) / 10).toFixed(1).replace('.', ','))}
          </span>
        </Row>
      ) : null}
    </>
  );
}

/** The logo; it is stored at once and shown to families with the version that names it. */
function Logo() {
  const { form, readOnly } = useSetup();
  return (
    <LogoField
      fileId={form.settings.brand.logo_file_id}
      disabled={readOnly}
      onChange={(id) => form.put('brand.logo_file_id', id)}
    />
  );
}

/** Texts that families read, the signatory, logo and colour. */
export function TextsPart() {
  return (
    <>
      <FormSection title={copy.texts} state={copy.textsLead}>
        {NOTES.map((note) => (
          <Lines key={note} path={`texts.${note}`} max={TEXT_MAX} />
        ))}
        <Line path="texts.unique_note" hint={copy.exactNoteHint} max={80} />
        {PROMISES.map((promise) => (
          <Line
            key={promise}
            path={`texts.${promise}`}
            hint={copy.promiseHints[promise]}
            max={200}
            optional
          />
        ))}
      </FormSection>
      <GuidePart />
      <FormSection title={copy.signatory}>
        <Beside>
          {SIGNATORY.map((field) => (
            <Line key={field} path={`texts.${field}`} max={80} optional />
          ))}
        </Beside>
      </FormSection>
      <FormSection title={copy.brand}>
        <Logo />
        <Colour />
      </FormSection>
    </>
  );
}
