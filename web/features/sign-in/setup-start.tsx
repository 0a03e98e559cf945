import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import restoreArt from '../../ui/art/setup-restore.svg?url'
import newArt from '../../ui/art/setup-new.svg?url'
import { Button } from '../../ui/button/button.tsx'
import { RadioCards } from '../../ui/field/radio-cards.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { useOpenedCode, withCode } from './use-opened-code.ts'

type Props = { minutesLeft: number; frame: (parts: { foot: ReactNode; children: ReactNode }) => ReactNode }

/** The first step of setup. A plain form: the answer is the chosen page, and its address has the code in the fragment. */
export function SetupStart({ minutesLeft, frame }: Props) {
  const t = useTranslate()
  const [code] = useOpenedCode()
  return frame({
    foot: (
      <Button kind="primary" size="large" type="submit" form="setup-start">
        {t('login.goOn')}
        <Icon name="arrow-right" />
      </Button>
    ),
    children: (
      <>
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
        <p className="setup-note">
          <Icon name="link" />
          <span>
            <b>{t(code === '' ? 'setup.noCode' : 'setup.once')}</b> {t('setup.onceMore', { minutes: minutesLeft })}{' '}
            <code>npm run carte -- setup-link</code>
          </span>
        </p>
      </>
    ),
  })
}

const Choice = ({ art, name }: { art: string; name: string }) => (
  <>
    <img src={art} width="150" height="112" alt="" />
    {name}
  </>
)
