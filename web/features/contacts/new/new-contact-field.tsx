import { useId, type HTMLInputTypeAttribute } from 'react'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'

export type FieldProps = {
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
export function NewContactField({
  name,
  label,
  type = 'text',
  isLong = false,
  required = false,
  fault,
  typed,
  autoComplete = 'off',
}: FieldProps) {
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
