import { useId, type ReactNode, type SyntheticEvent } from 'react'
import { PageStyle } from './page-style.tsx'
import styles from './styles/online-only.css?page-style'

type Props = {
  isReached: boolean
  /** The text shown while the server is unreachable. */
  why: string
  children: ReactNode
}

const actions = 'button[type="submit"], [role="switch"], input[type="checkbox"], [data-online-only]'

/**
 * Wraps buttons that need the server: while it is unreachable they stay visible but inactive, and a text says why. Fields stay
 * editable, so that input is not lost.
 */
export function OnlineOnly({ isReached, why, children }: Props) {
  const id = useId()
  const preventAction = (event: SyntheticEvent) => {
    if (isReached) return
    const isAction = event.type === 'submit' || (event.target instanceof Element && event.target.closest(actions) !== null)
    if (!isAction) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      className={isReached ? 'online-only' : 'online-only offline'}
      role="group"
      aria-disabled={isReached ? undefined : true}
      aria-describedby={isReached ? undefined : id}
      onClickCapture={preventAction}
      onSubmitCapture={preventAction}
    >
      <PageStyle name="online-only" styles={styles} />
      {children}
      <p id={id} className="online-only-note">
        {!isReached && why}
      </p>
    </div>
  )
}
