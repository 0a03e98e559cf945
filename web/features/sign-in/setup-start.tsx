import { useEffect, useState, type ReactNode } from 'react'
import { isProblem } from '#contract/api.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { createClient } from '../../platform/api/client.ts'
import { hasOtherFragment } from '../../platform/login/setup-code.ts'
import { useSite } from '../../platform/use-site.ts'
import restoreArt from '../../ui/art/setup-restore.svg?url'
import newArt from '../../ui/art/setup-new.svg?url'
import { Button } from '../../ui/button/button.tsx'
import { RadioCards } from '../../ui/field/radio-cards.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Banner } from '../../ui/page/banner.tsx'
import { useOpenedCode, withCode } from './use-opened-code.ts'

type Props = { minutesLeft: number; frame: (parts: { foot: ReactNode; children: ReactNode }) => ReactNode }

/** The first step of setup. A plain form: the answer is the chosen page, and its address has the code in the fragment. */
export function SetupStart({ minutesLeft, frame }: Props) {
  const t = useTranslate()
  const [code] = useOpenedCode()
  const isRefused = useIsRefused(code)
  return frame({
    foot: (
      <Button kind="primary" size="large" type="submit" form="setup-start">
        {t('login.goOn')}
        <Icon name="arrow-right" />
      </Button>
    ),
    children: (
      <>
        {isRefused && (
          <Banner kind="bad" isLive title={t('login.setupEnded')}>
            {t('login.setupEndedMore')} <code>npm run carte -- setup-link</code>
          </Banner>
        )}
        {/* Without an action it is sent to the address of the page, fragment included: the script may not have read it yet. */}
        <form id="setup-start" className="setup-start" method="get" action={code ? withCode('/setup', code) : undefined}>
          <RadioCards
            label={t('setup.startTitle')}
            isLabelHidden
            name="start"
            defaultValue="new"
            columns={2}
            choices={[
              { value: 'new', label: <Choice art={newArt} name={t('setup.new')} />, hint: t('setup.newMore') },
              { value: 'restore', label: <Choice art={restoreArt} name={t('setup.restore')} />, hint: t('setup.restoreMore') },
            ]}
          />
        </form>
        {!isRefused && (
          <p className="setup-note">
            <Icon name="link" />
            <span>
              <b>{t(code === '' ? 'setup.noCode' : 'setup.once')}</b> {t('setup.onceMore', { minutes: minutesLeft })}{' '}
              <code>npm run carte -- setup-link</code>
            </span>
          </p>
        )}
      </>
    ),
  })
}

/** Whether the opened link is wrong, or was replaced: known before the form of the next step is filled in. */
function useIsRefused(code: string | null): boolean {
  const { productSlug } = useSite()
  const [refused, setRefused] = useState<string | null>(null)
  useEffect(() => {
    if (!code) return
    let isCurrent = true
    // This call needs the code and changes nothing.
    createClient({ slug: productSlug })
      .call('restore.read', { input: { setupCode: code } })
      .catch((thrown: unknown) => {
        if (isCurrent && isProblem(thrown) && thrown.problem.type === '/problems/setup-link-used') setRefused(code)
      })
    return () => {
      isCurrent = false
    }
  }, [code, productSlug])
  return code === '' ? hasOtherFragment() : code !== null && code === refused
}

const Choice = ({ art, name }: { art: string; name: string }) => (
  <>
    <img src={art} width="150" height="112" alt="" />
    {name}
  </>
)
