import type { ReactNode } from 'react'
import { FieldFrame, type FieldMarks } from '../../../ui/field/field-frame.tsx'

type Props = {
  label: ReactNode
  hint?: ReactNode
  fault?: string | undefined
  isWide?: boolean
  children: (marks: FieldMarks & { className: string }) => ReactNode
}

/** A field in the grid of a section. */
export const FieldShell = ({ label, hint, fault, isWide = false, children }: Props) => (
  <div className={isWide ? 'field wide' : 'field'}>
    <FieldFrame words={{ label, hint, error: fault }} id={undefined}>
      {(marks) => children({ ...marks, className: 'ui-input' })}
    </FieldFrame>
  </div>
)
