import {
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
  type FocusEvent,
  type FormEvent,
  type ReactNode,
} from 'react'
import { consentVersion, consentWords } from '#contract/accounts/consent.ts'
import { desktopFromPx } from '#contract/constants.ts'
import { LanguageContext, useTranslate } from '../../../i18n/use-translate.ts'
import { useServerReached } from '../../../platform/connection/use-reach.ts'
import { FormError } from '../../../ui/field/form-error.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import type { ConnectCard } from '../connect-card.ts'
import { ConnectFields } from './connect-fields.tsx'
import { checkEntry, hasNoIssues, noEntry, readEntry, required, type Entry, type Issues, type Field } from './entry.ts'
import { entryDrafts } from '../sending/entry-drafts.ts'
import type { Connecting } from './use-connect.ts'

type Props = {
  card: ConnectCard
  connecting: Connecting
  /** Values and issues of a form that was posted without script. */
  typed?: Entry
  found?: Issues
  serverMessage?: string | null
  /** Hidden fields for a form posted without script. */
  carried?: Record<string, string>
  /** Rendered below the button. */
  children?: ReactNode
}

const never = () => () => {}
const yes = () => true
const no = () => false
const isField = (name: string): name is Field => name in noEntry && name !== 'website' && name !== 'wantsCard'

/** Works as a plain form. With script, each field is checked on blur and the form is sent by a call. */
export function ConnectForm({ card, connecting, typed: returned, found = {}, serverMessage = null, carried = {}, children }: Props) {
  const t = useTranslate()
  const language = useContext(LanguageContext)
  const [typed] = useState(() => returned ?? entryDrafts.get(card.alias) ?? noEntry)
  const isDesktop = useMedia(`(min-width: ${desktopFromPx}px)`)
  const form = useRef<HTMLFormElement>(null)
  const [issues, setIssues] = useState(found)
  /** Of the values as they are now, shown at their fields or not yet. */
  const [missing, setMissing] = useState(() => checkEntry(typed))
  const [isRefused, setRefused] = useState(!hasNoIssues(found))
  const neededId = useId()
  const isValid = hasNoIssues(missing)
  const isHydrated = useSyncExternalStore(never, yes, no)
  const isReached = useServerReached()
  const { phase, error, begin, send } = connecting
  const isSending = phase === 'sending'
  const message = error ?? serverMessage

  function check(): Issues {
    if (!form.current) return {}
    const entry = readEntry(new FormData(form.current))
    // Closed and opened again within this page load, the form has its values back.
    entryDrafts.set(card.alias, entry)
    return checkEntry(entry)
  }

  // The visitor may have typed, or the browser autofilled, before hydration.
  useEffect(() => void form.current?.dispatchEvent(new Event('input', { bubbles: true })), [])

  function changed({ target }: FormEvent<HTMLFormElement>) {
    const now = check()
    setMissing(now)
    if (hasNoIssues(now)) setRefused(false)
    if (target instanceof HTMLInputElement && isField(target.name) && !now[target.name]) showIssue(target.name, now)
  }

  function left({ target }: FocusEvent<HTMLFormElement>) {
    if (target instanceof HTMLInputElement && isField(target.name)) showIssue(target.name, check())
  }

  function showIssue(name: Field, now: Issues) {
    setIssues((others) => ({ ...others, [name]: now[name] }))
  }

  const listNeeded = () =>
    required
      .filter((name) => missing[name])
      .map((name) => t(`capture.${name}`).toLocaleLowerCase(language))
      .join(', ')

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const now = check()
    setIssues(now)
    setRefused(!hasNoIssues(now))
    if (hasNoIssues(now)) return void send(readEntry(new FormData(event.currentTarget)))
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
      noValidate={isHydrated}
      aria-busy={isSending}
      onFocus={begin}
      onInput={changed}
      onBlur={left}
      onSubmit={submit}
    >
      {Object.entries(carried).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <FormError>{isRefused && t('problem.inputInvalid')}</FormError>
      <ConnectFields values={typed} issues={issues} isOpen={isDesktop || typed.title + typed.companyName + typed.notes !== ''} />
      {card.mailsCard && (
        <label className="connect-tick across">
          <input type="checkbox" name="wantsCard" defaultChecked={typed.wantsCard} />
          {t('capture.wantsCard', { name: card.name, team: card.isTeam })}
        </label>
      )}
      <p className="connect-fine">{consentWords(consentVersion, language, card.owner)}</p>
      <p className="connect-error" role="alert">
        {message}
      </p>
      <p className="connect-offline" role="status">
        {!isReached && t('capture.offline')}
      </p>
      <button
        className={isSending ? 'btn large wide solid knob' : 'btn large wide solid'}
        type="submit"
        aria-disabled={(isHydrated && !isValid) || isSending}
        aria-describedby={neededId}
      >
        <span>{t('capture.connect')}</span>
      </button>
      <p className="connect-needed" id={neededId} role="status">
        {isHydrated && !isValid && t('capture.needed', { fields: listNeeded() })}
      </p>
      {children}
      <p className="connect-fine centered">{t('capture.protected', { name: card.name })}</p>
    </form>
  )
}
