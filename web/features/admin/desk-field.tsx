import { useId, type ReactNode } from 'react'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'

type Around = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }
type Props = { label: string; fault?: string | undefined; hint?: string | undefined; children: (around: Around) => ReactNode }

/** A label, what is filled in, and what is wrong with it. */
export function DeskField({ label, fault, hint, children }: Props) {
  const id = useId()
  const told = [fault && `${id}-fault`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={fault ? 'desk-field wrong' : 'desk-field'}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': fault ? true : undefined, 'aria-describedby': told || undefined })}
      {fault && (
        <p className="desk-fault" id={`${id}-fault`}>
          <Icon name="circle-alert" />
          {fault}
        </p>
      )}
      {hint && (
        <p className="desk-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
