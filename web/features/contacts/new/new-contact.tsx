import { useEffect, useId, useRef, useState, type FormEvent, type HTMLInputTypeAttribute } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { useNeedsReach } from '../../../platform/connection/use-reach.ts'
import { OwnerIcon as Icon } from '../../../ui/icons/owner-icon.tsx'
import { WhenReached } from '../../../ui/when-reached.tsx'
import type { Refusal } from '../contacts-view.ts'
import { areSomeUnshown, labelListId, shownTags } from '../sheet/tags.ts'

type Props = {
  labels: readonly string[]
  submissionId: string
  /** From a form that came without a script. */
  refused: Refusal | null
  /** What another app passed on: the sheet opens with it. */
  shared: Record<string, string> | null
  /** What is wrong with it, or null where it was kept. */
  send(form: FormData): Promise<Omit<Refusal, 'typed'> | null>
}

const first: readonly (Omit<FieldProps, 'label' | 'fault' | 'typed'> & { label: MessageKey })[] = [
  { name: 'name', label: 'contacts.firstName', autoComplete: 'off', required: true },
  { name: 'lastName', label: 'contacts.lastName', autoComplete: 'off' },
  { name: 'phoneNumber', label: 'contacts.phone', type: 'tel', autoComplete: 'off' },
  { name: 'emailAddress', label: 'home.email', type: 'email', autoComplete: 'off' },
]
const further: typeof first = [
  { name: 'companyName', label: 'contacts.company', autoComplete: 'off' },
  { name: 'title', label: 'contacts.jobTitle', autoComplete: 'off' },
  { name: 'address', label: 'contacts.street', autoComplete: 'off' },
  { name: 'city', label: 'contacts.city', autoComplete: 'off' },
  { name: 'state', label: 'contacts.state', autoComplete: 'off' },
  { name: 'zip', label: 'contacts.zip', autoComplete: 'off' },
]

/** A contact written down by hand. The sheet opens and the form posts before any script; nothing typed is lost. */
export function NewContact({ labels, submissionId, refused, shared, send }: Props) {
  const t = useTranslate()
  const title = useId()
  const sheet = useRef<HTMLDivElement>(null)
  const [trouble, setTrouble] = useState<Omit<Refusal, 'typed'> | null>(refused)
  const [isBusy, setIsBusy] = useState(false)
  const needs = useNeedsReach()
  const given = (name: string) => refused?.typed[name] ?? shared?.[name] ?? ''
  useEffect(() => {
    if (shared) sheet.current?.showPopover()
  }, [shared])
  const field = ({ label, ...rest }: (typeof first)[number]) => (
    <NewContactField key={rest.name} {...rest} label={t(label)} fault={trouble?.faults[rest.name]} typed={given(rest.name)} />
  )

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (isBusy) return
    setIsBusy(true)
    const wrong = await send(new FormData(form))
    setIsBusy(false)
    setTrouble(wrong)
    if (!wrong) {
      form.reset()
      return sheet.current?.hidePopover()
    }
    const [at] = Object.keys(wrong.faults)
    if (at) form.querySelector<HTMLElement>(`[name="${CSS.escape(at)}"]`)?.focus()
  }

  return (
    <div
      ref={sheet}
      className="panel sheet new-contact"
      id="new-contact"
      popover="auto"
      role="dialog"
      aria-labelledby={title}
      onToggle={({ newState }) => newState === 'open' && sheet.current?.querySelector<HTMLElement>('[name="name"]')?.focus()}
    >
      <div className="panel-head">
        <h2 id={title}>{t('contacts.add')}</h2>
        <button className="panel-close" type="button" popoverTarget="new-contact" popoverTargetAction="hide" aria-label={t('close')}>
          <Icon name="x" />
        </button>
      </div>
      <form method="post" noValidate onSubmit={submit}>
        <input type="hidden" name="intent" value="create" />
        <input type="hidden" name="submissionId" value={submissionId} />
        {trouble && (
          <p className="form-trouble" role="alert">
            <Icon name="circle-alert" />
            {trouble.message}
          </p>
        )}
        <div className="fields">{first.map(field)}</div>
        <details open={shared !== null && [...further.map(({ name }) => name), 'notes'].some((name) => shared[name])}>
          <summary className="btn ghost">
            <Icon name="plus" />
            {t('contacts.moreFields')}
          </summary>
          <div className="fields">
            {further.map(field)}
            <NewContactField name="notes" label={t('contacts.notesField')} fault={trouble?.faults['notes']} typed={given('notes')} isLong />
          </div>
        </details>
        {labels.length > 0 && (
          <fieldset className="new-contact-tags">
            <legend>{t('contacts.labels')}</legend>
            {shownTags(labels, []).map((label) => (
              <label key={label} className="filter" dir="auto">
                <input type="checkbox" name="tag" value={label} />
                {label}
              </label>
            ))}
            {areSomeUnshown(labels) && (
              <label className="contact-field">
                {t('contacts.labelOther')}
                <input type="text" name="newTag" list={labelListId} maxLength={60} dir="auto" autoComplete="off" />
              </label>
            )}
          </fieldset>
        )}
        <WhenReached {...needs}>
          <button className="btn large wide door" type="submit" aria-busy={isBusy} disabled={isBusy}>
            {t('contacts.save')}
          </button>
        </WhenReached>
      </form>
    </div>
  )
}

type FieldProps = {
  name: string
  label: string
  type?: HTMLInputTypeAttribute
  autoComplete?: string
  required?: boolean
  isLong?: boolean
  fault: string | undefined
  typed: string
}

/** A field with its fault beside it. */
function NewContactField({ name, label, type = 'text', isLong = false, required = false, fault, typed, autoComplete = 'off' }: FieldProps) {
  const id = useId()
  const common = {
    id,
    name,
    defaultValue: typed,
    required,
    dir: type === 'text' ? 'auto' : 'ltr',
    'aria-invalid': fault !== undefined,
    'aria-describedby': fault ? `${id}-fault` : undefined,
  }
  return (
    <div className={isLong ? 'field long' : 'field'}>
      <label htmlFor={id}>{label}</label>
      {isLong ? <textarea {...common} maxLength={4000} /> : <input {...common} type={type} maxLength={200} autoComplete={autoComplete} />}
      {fault && (
        <p className="fault" id={`${id}-fault`}>
          <Icon name="circle-alert" />
          {fault}
        </p>
      )}
    </div>
  )
}
