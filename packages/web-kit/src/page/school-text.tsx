import { Banner } from '@gerbang/ui/banner';
import { Text } from '@gerbang/ui/layout';

/** The school's own words, as plain text in the lines that they were typed in; nothing where there are none. */
export function SchoolText({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <Banner tone="info">
      <Text $lines>{text}</Text>
    </Banner>
  );
}
