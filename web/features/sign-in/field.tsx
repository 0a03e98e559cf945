import { useId, type ComponentProps } from 'react'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'

type Props = ComponentProps<'input'> & { label: string; fault?: string | undefined; hint?: string }

/** One line to fill in, with what is wrong with it beside it. */
export function Field({ label, fault, hint, ...input }: Props) {
  const id = useId()
  const told = [fault && `${id}-fault`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={fault ? 'field wrong' : 'field'}>
      <label htmlFor={id}>{label}</label>
      <input id={id} {...input} aria-invalid={fault ? true : undefined} aria-describedby={told || undefined} />
      {fault && (
        <p className="field-fault" id={`${id}-fault`}>
          <Icon name="circle-alert" />
          {fault}
        </p>
      )}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
