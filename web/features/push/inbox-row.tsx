import { Cluster } from '../../ui/page/layout.tsx'
import { useRef, type PointerEvent } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { StoredNotification } from '../../platform/push/notifications.ts'
import { Button } from '../../ui/button/button.tsx'
import { RowIcon } from '../../ui/list/list.tsx'
import { formatNoticeDate, formatNoticeTime } from './notice-when.ts'

type Props = { notice: StoredNotification; now: number; language: string; open(): void; read(): void; dismiss(): void }

/** A notification: click to open, swipe or click to dismiss. */
export function InboxRow({ notice: { status, receivedOn, notification }, now, language, open, read, dismiss }: Props) {
  const t = useTranslate()
  const slide = useSlideAway(dismiss)
  const { title, body, topic } = notification
  const isNew = status === 'new'

  return (
    <li className={isNew ? 'ui-panel inbox-row ui-new' : 'ui-panel inbox-row'} {...slide}>
      <RowIcon name={topic === 'New_Connected_Client' ? 'user-plus' : 'sparkles'} />
      <div className="inbox-text">
        <div className="inbox-head">
          <h2>
            <button type="button" onClick={open} aria-haspopup="dialog">
              {isNew && <span className="sr-only">{t('inbox.new')}: </span>}
              <bdi>{title}</bdi>
            </button>
          </h2>
          <time dateTime={new Date(receivedOn).toISOString()} title={formatNoticeDate(receivedOn, language)}>
            {formatNoticeTime(receivedOn, now, { language, yesterday: t('inbox.yesterday') })}
          </time>
        </div>
        {body && (
          <p className="ui-clamped" dir="auto">
            {body}
          </p>
        )}
        <Cluster>
          {isNew && (
            <Button kind="soft" size="small" icon="check" onClick={read} aria-label={t('inbox.readOf', { title })}>
              {t('inbox.read')}
            </Button>
          )}
          <Button kind="ghost" size="small" onClick={dismiss} aria-label={t('inbox.dismissOf', { title })}>
            {t('inbox.dismiss')}
          </Button>
        </Cluster>
      </div>
    </li>
  )
}

/** Swipe to dismiss; a button does the same. */
function useSlideAway(away: () => void) {
  const from = useRef<number | null>(null)
  const by = useRef(0)

  function follow(row: HTMLElement, px: number) {
    by.current = px
    row.style.translate = px === 0 ? '' : `${px}px`
  }
  function letGo({ currentTarget }: PointerEvent<HTMLElement>) {
    if (from.current === null) return
    from.current = null
    currentTarget.classList.remove('sliding')
    if (isSlidAway(by.current, currentTarget.offsetWidth)) away()
    else follow(currentTarget, 0)
  }

  return {
    onPointerDown({ pointerType, isPrimary, clientX }: PointerEvent<HTMLElement>) {
      if (pointerType === 'touch' && isPrimary) from.current = clientX
    },
    onPointerMove({ currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>) {
      if (from.current === null) return
      const px = slideBy(clientX - from.current, getComputedStyle(currentTarget).direction === 'rtl')
      // The row captures the pointer from here: nothing below it is clicked.
      if (px !== 0 && by.current === 0) {
        currentTarget.setPointerCapture(pointerId)
        currentTarget.classList.add('sliding')
      }
      follow(currentTarget, px)
    },
    onPointerUp: letGo,
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      by.current = 0
      letGo(event)
    },
  }
}

const startsPx = 8

/** The row's offset: only in the dismiss direction, and past a threshold. */
export function slideBy(movedPx: number, isRtl: boolean): number {
  const away = isRtl ? movedPx : -movedPx
  return away > startsPx ? movedPx : 0
}

/** Released past a third of its width, a row is dismissed. */
export const isSlidAway = (byPx: number, widthPx: number) => widthPx > 0 && Math.abs(byPx) > widthPx / 3
