import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { snackbarMs } from '#contract/constants.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { CheckBox } from '../../ui/field/check-box.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'

type Props = {
  value: string
  title: string
  lead: string
  storedHint: string
  /** The question if it is closed before it is stored. */
  leave: { lead: string; back: string }
  /** The page without the dialog. */
  href: string
  /** A button beside Done. */
  action?: ReactNode
  children?: ReactNode
}

/** A new secret or key, visible only once. Until it is stored, closing asks first. */
export function CopyOnceDialog({ value, title, lead, storedHint, leave, href, action, children }: Props) {
  const t = useTranslate()
  const navigate = useNavigate()
  const [isStored, setStored] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const [isClosed, setClosed] = useState(false)
  const isHydrated = useHydrated()
  const [, copy] = useCopy({ good: t('connections.copied'), bad: t('connections.notCopied'), forMs: snackbarMs.notice })
  const finish = () => {
    setClosed(true)
    void navigate(href, { replace: true, preventScrollReset: true })
  }
  if (isClosed) return null
  if (isLeaving) {
    return (
      <Dialog
        key="leaving"
        isOpen
        isDanger
        title={t('connections.leaveTitle')}
        lead={leave.lead}
        onClose={() => setLeaving(false)}
        actions={
          <>
            <Button onClick={() => setLeaving(false)}>{leave.back}</Button>
            <Button kind="danger" onClick={finish}>
              {t('connections.leaveDo')}
            </Button>
          </>
        }
      />
    )
  }
  const close = () => (isStored ? finish() : setLeaving(true))
  return (
    <Dialog
      key="value"
      isOpen
      isDanger
      className="copy-once"
      title={title}
      lead={lead}
      onClose={close}
      actions={
        <>
          {action}
          <ButtonLink
            kind="primary"
            href={href}
            onClick={(event) => {
              event.preventDefault()
              close()
            }}
          >
            {t('connections.done')}
          </ButtonLink>
        </>
      }
    >
      <p className="ui-cluster copy-box">
        <code>{value}</code>
        {isHydrated && (
          <Button kind="soft" size="small" icon="copy" onClick={() => void copy(value)}>
            {t('connections.copy')}
          </Button>
        )}
      </p>
      {isHydrated && (
        <CheckBox
          label={t('connections.stored')}
          hint={storedHint}
          checked={isStored}
          onChange={({ target }) => setStored(target.checked)}
        />
      )}
      {children}
    </Dialog>
  )
}
