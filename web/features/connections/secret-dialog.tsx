import { useState } from 'react'
import type { TestOutcome } from '#contract/connections.ts'
import { useOwnerCall } from '../../platform/api/use-owner-call.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button/button.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { connectionsHref, type ConnectionsResult } from './connections-view.ts'
import { CopyOnceDialog } from './copy-once-dialog.tsx'
import { TestBanner } from './test-banner.tsx'

type Props = { alias: string } & NonNullable<ConnectionsResult['secret']>

/** The new secret of a connection, with a test of it. */
export function SecretDialog({ alias, id, value, connection }: Props) {
  const t = useTranslate()
  const isHydrated = useHydrated()
  const call = useOwnerCall(alias)
  const [test, setTest] = useState<'none' | 'busy' | 'failed' | TestOutcome>('none')
  const isTesting = test === 'busy'
  const sendTest = async () => {
    setTest('busy')
    setTest(await call('connections.test', { input: { alias, id } }).catch(() => 'failed' as const))
  }
  return (
    <CopyOnceDialog
      value={value}
      title={t('connections.copyTitle')}
      lead={t('connections.copyLead')}
      storedHint={t('connections.storedHint')}
      leave={{ lead: t('connections.leaveLead'), back: t('connections.leaveBack') }}
      href={connectionsHref(alias, { of: id })}
      action={
        isHydrated && (
          <Button icon="send" isBusy={isTesting} onClick={() => void sendTest()}>
            {t('connections.test')}
          </Button>
        )
      }
    >
      <TestBanner isTesting={isTesting} tested={typeof test === 'object' ? test : undefined} connection={connection} />
      {test === 'failed' && <p role="alert">{t('connections.testFailed')}</p>}
    </CopyOnceDialog>
  )
}
