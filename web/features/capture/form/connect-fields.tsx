import { useId, type InputHTMLAttributes } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { usePhoneFormat } from '../../../ui/field/use-phone-format.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { maxLengths, type Entry, type Issues, type Field } from './entry.ts'

const kinds: Record<Field, FieldKind> = {
  name: { autoComplete: 'given-name', required: true, maxLength: maxLengths.line },
  lastName: { autoComplete: 'family-name', required: true, maxLength: maxLengths.line },
  phoneNumber: { type: 'tel', inputMode: 'tel', autoComplete: 'tel', required: true, maxLength: maxLengths.line },
  emailAddress: { type: 'email', inputMode: 'email', autoComplete: 'email', required: true, maxLength: maxLengths.email },
  title: { autoComplete: 'organization-title', maxLength: maxLengths.line },
  companyName: { autoComplete: 'organization', maxLength: maxLengths.line },
  notes: { autoComplete: 'off', maxLength: maxLengths.notes },
}

type Props = { values: Entry; issues: Issues; isOpen: boolean }

export function ConnectFields({ values, issues, isOpen }: Props) {
  const t = useTranslate()
  const field = (name: Field) => {
    const issue = issues[name]
    return { ...kinds[name], name, label: t(`capture.${name}`), defaultValue: values[name], issue: issue && t(issue) }
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

/** Attributes for autofill and virtual keyboards. */
type FieldKind = Pick<
  InputHTMLAttributes<HTMLElement>,
  'autoComplete' | 'required' | 'maxLength' | 'type' | 'inputMode' | 'name' | 'defaultValue'
>
type FieldProps = FieldKind & { label: string; hint?: string; issue: string | undefined; isNotes?: boolean }

/** A label, its field, its issue and its hint, linked for screen readers. */
function FormField({ label, hint, issue, isNotes = false, type = 'text', ...field }: FieldProps) {
  const id = useId()
  const phoneFormat = usePhoneFormat(type)
  const about = [issue && `${id}-issue`, hint && `${id}-hint`].filter(Boolean).join(' ')
  const message = { ...field, id, 'aria-invalid': issue ? true : undefined, 'aria-describedby': about || undefined }
  return (
    <div className="connect-field">
      <label htmlFor={id}>{label}</label>
      {isNotes ? <textarea rows={3} dir="auto" {...message} /> : <input type={type} dir="auto" {...phoneFormat} {...message} />}
      {issue && (
        <p className="connect-issue" id={`${id}-issue`}>
          <Icon name="circle-alert" />
          {issue}
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
