import type { ReactNode } from 'react'
import { FieldFrame, type FieldMarks } from '../../../ui/field/field-frame.tsx'

type Props = {
  id?: string | undefined
  label: ReactNode
  hint?: ReactNode
  issue?: string | undefined
  isWide?: boolean
  children: (marks: FieldMarks & { className: string }) => ReactNode
}

/** A field in a section's grid. */
export const FieldShell = ({ id, label, hint, issue, isWide = false, children }: Props) => (
  <div className={isWide ? 'field wide' : 'field'}>
    <FieldFrame words={{ label, hint, error: issue }} id={id}>
      {(marks) => children({ ...marks, className: 'ui-input' })}
    </FieldFrame>
  </div>
)
