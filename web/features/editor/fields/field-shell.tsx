import { useId, type ReactNode } from 'react'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'

export type FieldMarks = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }

type Props = {
  label: ReactNode
  hint?: ReactNode
  fault?: string | undefined
  isWide?: boolean
  children: (marks: FieldMarks) => ReactNode
}

/** A label, a field, and below it what helps or what is wrong. */
export function FieldShell({ label, hint, fault, isWide = false, children }: Props) {
  const id = useId()
  const described = fault ? `${id}-fault` : hint ? `${id}-hint` : undefined
  return (
    <div className={isWide ? 'field wide' : 'field'}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': fault !== undefined, 'aria-describedby': described })}
      {fault ? (
        <p className="fault" id={`${id}-fault`}>
          <Icon name="circle-alert" />
          {fault}
        </p>
      ) : (
        hint && (
          <p className="hint" id={`${id}-hint`}>
            {hint}
          </p>
        )
      )}
    </div>
  )
}
