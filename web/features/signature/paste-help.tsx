import { useTranslate } from '../../i18n/use-translate.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { Button } from '../../ui/button/button.tsx'
import { Sheet } from '../../ui/overlay/sheet.tsx'

type Numbers = { letters: string; most: string }

/** How to paste it: a sheet for each email app, which opens without script. */
export function PasteHelp({ numbers, save }: { numbers: Numbers; save(): void }) {
  const t = useTranslate()
  return (
    <>
      <h2>{t('signature.paste')}</h2>
      <div className="paste-ways">
        {pasteWays.map(({ id, program }) => (
          <Button key={id} popoverTarget={`paste-${id}`}>
            {program}
          </Button>
        ))}
      </div>
      {pasteWays.map((way) => (
        <PasteSheet key={way.id} way={way} numbers={numbers} save={save} />
      ))}
    </>
  )
}

function PasteSheet({ way: { id, program, parts, note, isFile }, numbers, save }: { way: PasteWay; numbers: Numbers; save(): void }) {
  const t = useTranslate()
  const withNumbers = (key: MessageKey) => t(key, numbers)
  return (
    <Sheet id={`paste-${id}`} title={t('signature.pasteIn', { program })} closeLabel={t('close')}>
      <div className="paste-sheet">
        {parts.map(({ title, steps }) => (
          <section key={steps[0]}>
            {title && <h3>{withNumbers(title)}</h3>}
            <ol>
              {steps.map((step) => (
                <li key={step}>{withNumbers(step)}</li>
              ))}
            </ol>
          </section>
        ))}
        {note && <p className="ui-note">{withNumbers(note)}</p>}
        {isFile && (
          <div className="with-script">
            <Button isWide icon="download" onClick={save}>
              {t('signature.download')}
            </Button>
          </div>
        )}
      </div>
    </Sheet>
  )
}

type PasteWay = {
  id: string
  /** The app's name, the same in every language. */
  program: string
  parts: { title?: MessageKey; steps: MessageKey[] }[]
  note?: MessageKey
  isFile?: boolean
}

const pasteWays: readonly PasteWay[] = [
  {
    id: 'gmail',
    program: 'Gmail',
    parts: [{ steps: ['signature.gmail1', 'signature.gmail2', 'signature.gmail3'] }],
    note: 'signature.gmailNote',
  },
  {
    id: 'outlook',
    program: 'Outlook',
    parts: [
      { title: 'signature.outlookNew', steps: ['signature.outlookNew1', 'signature.outlookNew2', 'signature.outlookNew3'] },
      { title: 'signature.outlookOld', steps: ['signature.outlookOld1', 'signature.outlookOld2', 'signature.outlookOld3'] },
    ],
    note: 'signature.outlookNote',
    isFile: true,
  },
  {
    id: 'apple',
    program: 'Apple Mail',
    parts: [
      { title: 'signature.appleMac', steps: ['signature.appleMac1', 'signature.appleMac2', 'signature.appleMac3'] },
      { title: 'signature.applePhone', steps: ['signature.applePhone1', 'signature.applePhone2', 'signature.applePhone3'] },
    ],
  },
]
