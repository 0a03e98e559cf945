import { useId, type ComponentProps, type ReactNode } from 'react'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'

type Props = ComponentProps<'input'> & { label: string; fault?: string | undefined; hint?: string | undefined; before?: ReactNode }

/** One line to fill in, with what is wrong with it beside it. */
export function WizardField({ label, fault, hint, before, ...input }: Props) {
  const id = useId()
  const told = [fault && `${id}fault`, hint && `${id}hint`].filter(Boolean).join(' ')
  return (
    <div className={fault ? 'wizard-field wrong' : 'wizard-field'}>
      <label htmlFor={id}>{label}</label>
      <div>
        {before}
        <input id={id} {...input} aria-invalid={fault ? true : undefined} aria-describedby={told || undefined} />
      </div>
      {fault && (
        <p className="wizard-fault" id={`${id}fault`}>
          <Icon name="circle-alert" />
          {fault}
        </p>
      )}
      {hint && (
        <p className="wizard-hint" id={`${id}hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
