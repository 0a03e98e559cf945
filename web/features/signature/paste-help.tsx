import { useAccountSay } from '../../i18n/use-account-say.ts'
import type { EveryKey } from '../../i18n/say.ts'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'
import { pasteWays, type PasteWay } from './paste-ways.ts'

type Numbers = { letters: string; most: string }

/** Where it goes next: a small sheet for each program, which opens without script. */
export function PasteHelp({ numbers, save }: { numbers: Numbers; save(): void }) {
  const say = useAccountSay()
  return (
    <>
      <h2>{say('signature.paste')}</h2>
      <div className="paste-ways">
        {pasteWays.map(({ id, program }) => (
          <button key={id} type="button" popoverTarget={`paste-${id}`}>
            {program}
          </button>
        ))}
      </div>
      {pasteWays.map((way) => (
        <PasteSheet key={way.id} way={way} numbers={numbers} save={save} />
      ))}
    </>
  )
}

function PasteSheet({ way: { id, program, parts, note, isFile }, numbers, save }: { way: PasteWay; numbers: Numbers; save(): void }) {
  const say = useAccountSay()
  const own = `paste-${id}`
  const say1 = (key: EveryKey) => say(key, numbers)
  return (
    <div className="panel sheet paste-sheet" id={own} popover="auto" role="dialog" aria-labelledby={`${own}-title`}>
      <div className="panel-head">
        <h2 id={`${own}-title`}>{say('signature.pasteIn', { program })}</h2>
        <button className="panel-close" type="button" popoverTarget={own} popoverTargetAction="hide" aria-label={say('close')}>
          <Icon name="x" />
        </button>
      </div>
      {parts.map(({ title, steps }) => (
        <section key={steps[0]}>
          {title && <h3>{say1(title)}</h3>}
          <ol>
            {steps.map((step) => (
              <li key={step}>{say1(step)}</li>
            ))}
          </ol>
        </section>
      ))}
      {note && <p className="paste-note">{say1(note)}</p>}
      {isFile && (
        <button className="btn wide outline with-script" type="button" onClick={save}>
          <Icon name="download" />
          {say('signature.download')}
        </button>
      )}
    </div>
  )
}
