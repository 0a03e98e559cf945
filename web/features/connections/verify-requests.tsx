import { snackbarMs } from '#contract/constants.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import send from './snippets/send.sh?raw'
import php from './snippets/verify.php?raw'
import python from './snippets/verify.py?raw'
import typescript from './snippets/verify.ts.txt?raw'

/** How a receiver verifies requests, and a signed request to try it with. */
export function VerifyRequests({ url }: { url: string }) {
  const t = useTranslate()
  const isHydrated = useHydrated()
  const [, copy] = useCopy({ good: t('connections.copied'), bad: t('connections.notCopied'), forMs: snackbarMs.notice })
  const snippets = [
    { name: 'TypeScript', code: typescript },
    { name: 'Python', code: python },
    { name: 'PHP', code: php },
    { name: t('connections.curl'), code: send.replace('ADDRESS', () => url.replaceAll("'", String.raw`'\''`)) },
  ]
  return (
    <Panel>
      <details className="ui-more">
        <summary>
          {t('connections.verify')}
          <Icon name="chevron-down" />
        </summary>
        <p className="ui-note">{t('connections.verifyLead')}</p>
        {snippets.map(({ name, code }) => (
          <section key={name} className="connection-snippet">
            <h3>{name}</h3>
            {isHydrated && <IconButton icon="copy" label={t('connections.copyOf', { name })} onClick={() => void copy(code)} />}
            <pre dir="ltr">
              <code>{code}</code>
            </pre>
          </section>
        ))}
      </details>
    </Panel>
  )
}
