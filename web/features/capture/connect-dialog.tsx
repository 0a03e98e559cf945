import { useEffect, useRef, useState } from 'react'
import { connectedMs, neverAskAgainAbove } from '#contract/constants.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { readCardState, writeCardState } from '../../platform/device/device-state.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import type { ConnectCard } from './connect-card.ts'
import css from './connect-dialog.css?inline'
import href from './connect-dialog.css?url'
import { ConnectForm } from './form/connect-form.tsx'
import { ConnectStyle } from './connect-style.tsx'
import { Door } from './door.tsx'
import { KeptNote } from './sending/kept-note.tsx'
import { useConnect } from './form/use-connect.ts'

/** The form over the card. `isAsked` is false where it opened by itself: then it is counted, and may be refused for good. */
export function ConnectDialog({ card, isAsked, closed }: { card: ConnectCard; isAsked: boolean; closed: () => void }) {
  const t = useTranslate()
  const connecting = useConnect(card)
  const dialog = useRef<HTMLDialogElement>(null)
  const [shownBefore] = useState(() => readCardState(card.alias).connectShown)
  const mayRefuse = !isAsked && shownBefore >= neverAskAgainAbove
  const { phase, firstName, error, begin } = connecting
  const isOpened = phase === 'connected' || phase === 'save'
  const close = () => dialog.current?.close()

  useEffect(() => {
    if (!dialog.current || dialog.current.open) return
    dialog.current.showModal()
    begin()
    if (!isAsked) writeCardState(card.alias, ({ connectShown }) => ({ connectShown: connectShown + 1 }))
  }, [begin, isAsked, card.alias])

  function refuse() {
    writeCardState(card.alias, { neverAskAgain: true, discardedOn: new Date().toISOString() })
    close()
  }

  const shut = (
    <button className="panel-close" type="button" aria-label={t('close')} onClick={close}>
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
      <ConnectStyle />
      <PageStyle name="connect-dialog" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      {isOpened ? (
        <Door
          card={card}
          firstName={firstName}
          isMoving
          isOffered={phase === 'save'}
          saved={() => setTimeout(close, connectedMs.closesAfterSaving)}
        >
          {shut}
        </Door>
      ) : (
        <>
          <span className="grab" />
          <div className="panel-head">
            <div>
              {card.portrait ? (
                <img className="connect-face" src={card.portrait} width="60" height="60" alt="" />
              ) : (
                <span className="connect-face" aria-hidden="true">
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
            {shut}
          </div>
          {phase === 'kept' ? (
            <KeptNote card={card} error={error} />
          ) : (
            <ConnectForm card={card} connecting={connecting}>
              {mayRefuse && (
                <button className="btn never" type="button" onClick={refuse}>
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
