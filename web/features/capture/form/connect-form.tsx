import { useContext, useEffect, useRef, useState, useSyncExternalStore, type FocusEvent, type FormEvent, type ReactNode } from 'react'
import { consentVersion, consentWords } from '#contract/accounts/consent.ts'
import { desktopFromPx } from '#contract/constants.ts'
import { LanguageContext, useTranslate } from '../../../i18n/use-translate.ts'
import { useMedia } from '../../../ui/use-media.ts'
import type { ConnectCard } from '../connect-card.ts'
import { ConnectFields } from './connect-fields.tsx'
import { checkEntry, isFaultless, noEntry, readEntry, required, type Entry, type Faults, type Field } from './entry.ts'
import { typedEntries } from '../sending/typed-entries.ts'
import type { Connecting } from './use-connect.ts'

type Props = {
  card: ConnectCard
  connecting: Connecting
  /** What was typed and what was wrong, where a form came back without a script. */
  typed?: Entry
  found?: Faults
  said?: string | null
  /** Fields that a form sent without a script carries along. */
  carried?: Record<string, string>
  /** Stands under the button. */
  children?: ReactNode
}

const never = () => () => {}
const yes = () => true
const no = () => false
const isField = (name: string): name is Field => name in noEntry && name !== 'website' && name !== 'wantsCard'

/** Works as a plain form; with a script each field says what is wrong when it is left, and the form is sent from here. */
export function ConnectForm({ card, connecting, typed: returned, found = {}, said = null, carried = {}, children }: Props) {
  const t = useTranslate()
  const language = useContext(LanguageContext)
  const [typed] = useState(() => returned ?? typedEntries.get(card.alias) ?? noEntry)
  const isDesktop = useMedia(`(min-width: ${desktopFromPx}px)`)
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState(found)
  const [isValid, setValid] = useState(() => isFaultless(checkEntry(typed)))
  const isAwake = useSyncExternalStore(never, yes, no)
  const { phase, error, begin, send, fail } = connecting
  const isSending = phase === 'sending'
  const message = error ?? said

  function check(): Faults {
    if (!form.current) return {}
    const entry = readEntry(new FormData(form.current))
    // Shut and opened again, within this load the form comes back as it was left.
    typedEntries.set(card.alias, entry)
    return checkEntry(entry)
  }

  // Somebody may have typed, or the browser filled in, before the script came.
  useEffect(() => void form.current?.dispatchEvent(new Event('input', { bubbles: true })), [])

  function changed({ target }: FormEvent<HTMLFormElement>) {
    const now = check()
    setValid(isFaultless(now))
    if (target instanceof HTMLInputElement && isField(target.name) && !now[target.name]) tell(target.name, now)
  }

  function left({ target }: FocusEvent<HTMLFormElement>) {
    if (target instanceof HTMLInputElement && isField(target.name)) tell(target.name, check())
  }

  function tell(name: Field, now: Faults) {
    setFaults((others) => ({ ...others, [name]: now[name] }))
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const now = check()
    setFaults(now)
    if (isFaultless(now)) return void send(readEntry(new FormData(event.currentTarget)))
    fail()
    const first = required.find((name) => now[name])
    form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the fields' events bubble up to one handler
    <form
      ref={form}
      className="connect-form"
      method="post"
      action={card.formHref}
      noValidate={isAwake}
      aria-busy={isSending}
      onFocus={begin}
      onInput={changed}
      onBlur={left}
      onSubmit={submit}
    >
      {Object.entries(carried).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <ConnectFields values={typed} faults={faults} isOpen={isDesktop || typed.title + typed.companyName + typed.notes !== ''} />
      <label className="connect-tick">
        <input type="checkbox" name="wantsCard" defaultChecked={typed.wantsCard} />
        {t('capture.wantsCard', { name: card.name, team: card.isTeam })}
      </label>
      <p className="connect-fine">{consentWords(consentVersion, language, card.owner)}</p>
      <p className="connect-error" role="alert">
        {message}
      </p>
      <button
        className={isSending ? 'btn large wide solid knob' : 'btn large wide solid'}
        type="submit"
        aria-disabled={(isAwake && !isValid) || isSending}
      >
        <span>{t('capture.connect')}</span>
      </button>
      {children}
      <p className="connect-fine centred">{t('capture.protected', { name: card.name })}</p>
    </form>
  )
}
