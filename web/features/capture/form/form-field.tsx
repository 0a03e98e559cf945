import { useId, type InputHTMLAttributes } from 'react'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'

/** What browsers and keyboards know a field by. */
export type FieldKind = Pick<
  InputHTMLAttributes<HTMLElement>,
  'autoComplete' | 'required' | 'maxLength' | 'type' | 'inputMode' | 'name' | 'defaultValue'
>
type Props = FieldKind & { label: string; hint?: string; fault: string | undefined; isNotes?: boolean }

/** A label, its field, and what is wrong with it, heard as well as seen. */
export function FormField({ label, hint, fault, isNotes = false, type = 'text', ...field }: Props) {
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
