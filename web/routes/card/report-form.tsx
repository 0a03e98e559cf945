import { Button } from '../../ui/button/button.tsx'
import { RadioCards } from '../../ui/field/radio-cards.tsx'
import { TextArea } from '../../ui/field/text-field.tsx'
import { Banner } from '../../ui/page/banner.tsx'

type Props = {
  kinds: readonly { kind: string; label: string }[]
  carried: Record<string, string>
  texts: { kind: string; words: string; send: string; link: string }
  wordsMax: number
  /** The error, and the rejected input. */
  returned: { message: string; typed: { kind: string; words: string } } | undefined
}

/** The fields to report a card. They need no script. */
export function ReportForm({ kinds, carried, texts, wordsMax, returned }: Props) {
  const [only] = kinds.length === 1 ? kinds : []
  return (
    <>
      {returned && <Banner kind="bad" title={returned.message} isLive />}
      {texts.link && <p>{texts.link}</p>}
      {Object.entries(carried).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {only ? (
        <input type="hidden" name="kind" value={only.kind} />
      ) : (
        <RadioCards
          label={texts.kind}
          name="kind"
          required
          defaultValue={returned?.typed.kind ?? ''}
          choices={kinds.map(({ kind, label }) => ({ value: kind, label }))}
        />
      )}
      <TextArea label={texts.words} name="words" rows={4} maxLength={wordsMax} defaultValue={returned?.typed.words} />
      {/* A honeypot for bots that fill in every field. */}
      <input className="sr-only" name="website" tabIndex={-1} autoComplete="off" aria-hidden="true" />
      <Button kind="primary" size="large" isWide type="submit">
        {texts.send}
      </Button>
    </>
  )
}
