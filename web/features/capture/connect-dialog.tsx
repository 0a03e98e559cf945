import { useEffect, useRef, useState } from 'react'
import { connectedMs, neverAskAgainAbove } from '#contract/constants.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { readCardState, writeCardState } from '../../platform/device/device-state.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { focusPageIfLost } from '../../ui/overlay/focus-page.ts'
import { PageStyle } from '../../ui/page-style.tsx'
import type { ConnectCard } from './connect-card.ts'
import styles from './connect-dialog.css?page-style'
import formStyles from './form/connect-form.css?page-style'
import { ConnectForm } from './form/connect-form.tsx'
import { ConnectedScreen } from './connected-screen.tsx'
import { QueuedNote } from './sending/queued-note.tsx'
import { useConnect } from './form/use-connect.ts'

/** The form over the card. When it opened by itself (`isRequested` is false) it is counted, and the visitor can turn it off for good. */
export function ConnectDialog({ card, isRequested, onClosed }: { card: ConnectCard; isRequested: boolean; onClosed: () => void }) {
  const t = useTranslate()
  const connecting = useConnect(card)
  const dialog = useRef<HTMLDialogElement>(null)
  const [promptCount] = useState(() => readCardState(card.alias).connectPromptCount)
  const canOptOut = !isRequested && promptCount >= neverAskAgainAbove
  const { phase, firstName, error, begin } = connecting
  const isOpened = phase === 'connected' || phase === 'save'
  const close = () => dialog.current?.close()

  useEffect(() => {
    if (!dialog.current || dialog.current.open) return
    dialog.current.showModal()
    begin()
    if (!isRequested) writeCardState(card.alias, ({ connectPromptCount }) => ({ connectPromptCount: connectPromptCount + 1 }))
  }, [begin, isRequested, card.alias])

  function closed() {
    focusPageIfLost()
    onClosed()
  }

  function optOut() {
    writeCardState(card.alias, { neverAskAgain: true, discardedOn: new Date().toISOString() })
    close()
  }

  const closeButton = (
    <button className="panel-close center" type="button" aria-label={t('close')} onClick={close}>
      <Icon name="x" />
    </button>
  )
  return (
    <dialog
      ref={dialog}
      className={isOpened ? 'panel sheet connect-place connect-dialog opened' : 'panel sheet connect-place connect-dialog'}
      aria-labelledby="connect-title"
      onClose={closed}
    >
      <PageStyle name="connect-form" styles={formStyles} />
      <PageStyle name="connect-dialog" styles={styles} />
      {isOpened ? (
        <ConnectedScreen
          card={card}
          firstName={firstName}
          isAnimated
          isCardOffered={phase === 'save'}
          saved={() => setTimeout(close, connectedMs.closesAfterSaving)}
        >
          {closeButton}
        </ConnectedScreen>
      ) : (
        <>
          <span className="grab" />
          <div className="panel-head across">
            <div className="across">
              {card.portrait ? (
                <img className="connect-face center" src={card.portrait} width="60" height="60" alt="" />
              ) : (
                <span className="connect-face center" aria-hidden="true">
                  {card.initials}
                </span>
              )}
              <div>
                <h2 id="connect-title" tabIndex={-1} autoFocus>
                  {t('capture.heading')}
                </h2>
                <p>{t('capture.lead', { name: card.name })}</p>
              </div>
            </div>
            {closeButton}
          </div>
          {phase === 'queued' ? (
            <QueuedNote error={error} />
          ) : (
            <ConnectForm card={card} connecting={connecting}>
              {canOptOut && (
                <button className="btn never" type="button" onClick={optOut}>
                  {t('capture.never')}
                </button>
              )}
            </ConnectForm>
          )}
        </>
      )}
    </dialog>
  )
}
