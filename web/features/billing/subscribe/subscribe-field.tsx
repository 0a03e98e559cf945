import { useId, type ComponentProps } from 'react'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'

type Props = ComponentProps<'input'> & { label: string; fault: string | undefined; isWide?: boolean }

/** A label, its field, and what is wrong with it, heard as well as seen. */
export function SubscribeField({ label, fault, isWide = false, ...input }: Props) {
  const id = useId()
  return (
    <div className={isWide ? 'subscribe-field wide' : 'subscribe-field'}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        dir="auto"
        {...input}
        aria-required="true"
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
      />
      {fault && (
        <p className="subscribe-fault" id={`${id}-fault`}>
          <Icon name="circle-alert" />
          {fault}
        </p>
      )}
    </div>
  )
}
