import { useId, type ComponentProps } from 'react'
import { Icon } from '../../ui/icons/icon.tsx'

type Props = { label: string; hint?: string; fault: string | undefined; isNotes?: boolean } & Omit<
  ComponentProps<'input'> & ComponentProps<'textarea'>,
  'ref' | 'id'
>

/** A label, its field, and what is wrong with it, heard as well as seen. */
export function FormField({ label, hint, fault, isNotes = false, ...input }: Props) {
  const id = useId()
  const about = [fault && `${id}-fault`, hint && `${id}-hint`].filter(Boolean).join(' ')
  const said = { ...input, id, 'aria-invalid': fault ? true : undefined, 'aria-describedby': about || undefined }
  return (
    <div className="connect-field">
      <label htmlFor={id}>{label}</label>
      {isNotes ? <textarea rows={3} dir="auto" {...said} /> : <input dir="auto" {...said} />}
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
