import { useId, type ReactNode } from 'react'

type Props = {
  label: ReactNode
  /** 0 to 1; undefined while the progress is unknown. */ value?: number
  text?: ReactNode
  kind?: 'door' | 'warn' | 'bad' | 'ok'
}

/** Progress as text and as a bar. */
export function Progress({ label, value, text, kind = 'door' }: Props) {
  const id = useId()
  return (
    <div className={`ui-progress ${kind}`}>
      <p>
        <label htmlFor={id}>{label}</label>
        {text && <span>{text}</span>}
      </p>
      <progress className="ui-progress-bar" id={id} value={value} max={1} />
    </div>
  )
}
