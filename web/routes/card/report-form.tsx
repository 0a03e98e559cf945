type Props = {
  kinds: readonly { kind: string; label: string }[]
  carried: Record<string, string>
  said: { kind: string; words: string; send: string; link: string }
  wordsMax: number
  /** What was wrong, and what was typed, where it was sent and not taken. */
  returned: { message: string; typed: { kind: string; words: string } } | undefined
}

/** What is in the form to report a card. It needs no script. */
export function ReportForm({ kinds, carried, said, wordsMax, returned }: Props) {
  const [only] = kinds.length === 1 ? kinds : []
  const chosen = returned?.typed.kind ?? ''
  return (
    <>
      {returned && <p role="alert">{returned.message}</p>}
      {said.link && <p>{said.link}</p>}
      {Object.entries(carried).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {only ? (
        <input type="hidden" name="kind" value={only.kind} />
      ) : (
        <fieldset>
          <legend>{said.kind}</legend>
          {kinds.map(({ kind, label }) => (
            <label key={kind}>
              <input type="radio" name="kind" value={kind} defaultChecked={kind === chosen} required />
              {label}
            </label>
          ))}
        </fieldset>
      )}
      <label>
        <span className="report-words">{said.words}</span>
        <textarea name="words" rows={4} dir="auto" maxLength={wordsMax} defaultValue={returned?.typed.words} />
      </label>
      <input className="trap" name="website" tabIndex={-1} autoComplete="off" aria-hidden="true" />
      <button className="btn large wide door" type="submit">
        {said.send}
      </button>
    </>
  )
}
