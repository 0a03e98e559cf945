import { useId, type ReactNode, type SyntheticEvent } from 'react'
import { PageStyle } from './page-style.tsx'
import css from './styles/when-reached.css?inline'
import href from './styles/when-reached.css?url'

type Props = {
  isReached: boolean
  /** What is said beside it as long as it is not. */
  why: string
  children: ReactNode
}

const acts = 'button[type="submit"], [role="switch"], input[type="checkbox"], [data-needs-reach]'

/**
 * Around buttons that would fail without the server: they can be found and read, pressing them does nothing, and why is said beside
 * them. Fields stay as they are, so that what was typed is there when the connection is back.
 */
export function WhenReached({ isReached, why, children }: Props) {
  const id = useId()
  const hold = (event: SyntheticEvent) => {
    if (isReached) return
    const isAct = event.type === 'submit' || (event.target instanceof Element && event.target.closest(acts) !== null)
    if (!isAct) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      className={isReached ? 'when-reached' : 'when-reached away'}
      role="group"
      aria-disabled={isReached ? undefined : true}
      aria-describedby={isReached ? undefined : id}
      onClickCapture={hold}
      onSubmitCapture={hold}
    >
      <PageStyle name="when-reached" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      {children}
      <p id={id} className="needs-reach">
        {!isReached && why}
      </p>
    </div>
  )
}
