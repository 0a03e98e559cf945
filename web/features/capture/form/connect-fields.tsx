import { useId, type InputHTMLAttributes } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { mostLetters, type Entry, type Faults, type Field } from './entry.ts'

const kinds: Record<Field, FieldKind> = {
  name: { autoComplete: 'given-name', required: true, maxLength: mostLetters.line },
  lastName: { autoComplete: 'family-name', required: true, maxLength: mostLetters.line },
  phoneNumber: { type: 'tel', inputMode: 'tel', autoComplete: 'tel', required: true, maxLength: mostLetters.line },
  emailAddress: { type: 'email', inputMode: 'email', autoComplete: 'email', required: true, maxLength: mostLetters.email },
  title: { autoComplete: 'organization-title', maxLength: mostLetters.line },
  companyName: { autoComplete: 'organization', maxLength: mostLetters.line },
  notes: { autoComplete: 'off', maxLength: mostLetters.notes },
}

type Props = { values: Entry; faults: Faults; isOpen: boolean }

export function ConnectFields({ values, faults, isOpen }: Props) {
  const t = useTranslate()
  const field = (name: Field) => {
    const fault = faults[name]
    return { ...kinds[name], name, label: t(`capture.${name}`), defaultValue: values[name], fault: fault && t(fault) }
  }
  return (
    <>
      <div className="connect-two">
        <FormField {...field('name')} />
        <FormField {...field('lastName')} />
      </div>
      <div className="connect-two wide">
        <FormField {...field('phoneNumber')} />
        <FormField {...field('emailAddress')} />
      </div>
      <details className="connect-more" open={isOpen}>
        <summary>
          <span>
            {t('capture.more')} <small>{t('capture.moreWhat')}</small>
          </span>
          <Icon name="chevron-down" />
        </summary>
        <div className="connect-two">
          <FormField {...field('title')} />
          <FormField {...field('companyName')} />
        </div>
        <FormField {...field('notes')} hint={t('capture.notesHint')} isNotes />
      </details>
      <p className="connect-trap" aria-hidden="true">
        <label>
          Website
          <input name="website" type="text" autoComplete="off" tabIndex={-1} defaultValue="" />
        </label>
      </p>
    </>
  )
}

/** What browsers and keyboards know a field by. */
type FieldKind = Pick<
  InputHTMLAttributes<HTMLElement>,
  'autoComplete' | 'required' | 'maxLength' | 'type' | 'inputMode' | 'name' | 'defaultValue'
>
type FieldProps = FieldKind & { label: string; hint?: string; fault: string | undefined; isNotes?: boolean }

/** A label, its field, and what is wrong with it, heard as well as seen. */
function FormField({ label, hint, fault, isNotes = false, type = 'text', ...field }: FieldProps) {
  const id = useId()
  const about = [fault && `${id}-fault`, hint && `${id}-hint`].filter(Boolean).join(' ')
  const said = { ...field, id, 'aria-invalid': fault ? true : undefined, 'aria-describedby': about || undefined }
  return (
    <div className="connect-field">
      <label htmlFor={id}>{label}</label>
      {isNotes ? <textarea rows={3} dir="auto" {...said} /> : <input type={type} dir="auto" {...said} />}
      {fault && (
        <p className="connect-fault" id={`${id}-fault`}>
          <Icon name="circle-alert" />
          {fault}
        </p>
      )}
      {hint && (
        <p className="connect-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
