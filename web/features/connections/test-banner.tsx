import { isCrm } from '#contract/connection-choices.ts'
import type { Preset, TestOutcome } from '#contract/connections.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Translate } from '#common/messages/message.ts'
import { Banner } from '../../ui/page/banner.tsx'
import { hostOf } from './connections-view.ts'
import { durationOf } from './delivery-answer.ts'

type Props = { isTesting: boolean; tested: TestOutcome | undefined; connection: { preset: Preset; url: string } }

/** A test while it is sent, and its outcome with the usual cause of a failure. */
export function TestBanner({ isTesting, tested, connection: { preset, url } }: Props) {
  const t = useTranslate()
  const isKeyed = isCrm(preset)
  if (isTesting) {
    return (
      <Banner kind="info" title={t(isKeyed ? 'connections.keyChecking' : 'connections.testing')} isLive>
        {t('connections.testingNote')}
      </Banner>
    )
  }
  if (!tested) return null
  const { isSent, status, tookMs, reason } = tested
  const host = hostOf(url)
  if (isSent) {
    return (
      <Banner kind="ok" title={t(isKeyed ? 'connections.keyWorks' : 'connections.testSent')} isLive>
        {t(isKeyed ? 'connections.keyWorksNote' : 'connections.testSentNote', { host, status: status ?? '', time: durationOf(tookMs, t) })}
      </Banner>
    )
  }
  return (
    <Banner kind="bad" title={t(isKeyed ? 'connections.keyCheckFailed' : 'connections.testFailed')} isLive>
      {status === null
        ? reason && t(`connections.reason.${reason}`)
        : [t('connections.testAnswer', { host, status }), usualCause(status, preset, t)].join(' ')}
    </Banner>
  )
}

function usualCause(status: number, preset: Preset, t: Translate): string {
  if (isCrm(preset)) return t(status === 401 || status === 403 ? 'connections.cause.key' : 'connections.cause.later')
  if (status === 404 || status === 410) return t(`connections.cause.${preset}`)
  if (status === 401 || status === 403) return t('connections.cause.login')
  if (status >= 300 && status < 400) return t('connections.cause.moved')
  return t('connections.cause.server')
}
