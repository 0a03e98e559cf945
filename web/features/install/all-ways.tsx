import { useTranslate } from '../../i18n/use-translate.ts'
import { LaterIcon } from '../../ui/icons/later-icon.tsx'
import { inOrder, ways } from './ways.ts'

/** One line of steps per browser. Open until the visitor's browser is known. */
export function AllWays({ isOpen }: { isOpen: boolean }) {
  const t = useTranslate()
  return (
    <details className="install-all" open={isOpen}>
      <summary>
        {t('install.otherWays')}
        <LaterIcon name="chevron-down" />
      </summary>
      {inOrder.map(({ title, names }) => (
        <section key={title}>
          <h2>{t(title)}</h2>
          <dl>
            {names.map((name) => (
              <div key={name}>
                <dt>{ways[name].browser}</dt>
                <dd>{ways[name].steps.map(({ press }) => t(press)).join(' → ')}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </details>
  )
}
