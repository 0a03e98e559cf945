import type { WayName } from '#contract/install-browser.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { ways, type Step } from './ways.ts'

/** What to press, one after the other, each with the sign that stands there. */
export function InstallSteps({ way, isDimmed = false }: { way: WayName; isDimmed?: boolean }) {
  const { system, steps } = ways[way]
  return (
    <ol className={isDimmed ? 'install-steps dimmed' : 'install-steps'} data-system={system}>
      {steps.map((step) => (
        <StepRow key={step.press} step={step} />
      ))}
    </ol>
  )
}

function StepRow({ step: { press, where, glyph } }: { step: Step }) {
  const t = useTranslate()
  return (
    <li>
      <div>
        <b>{t(press)}</b>
        <small>{t(where)}</small>
      </div>
      {typeof glyph === 'string' ? (
        <span className="install-glyph" aria-hidden="true">
          <Icon name={glyph} />
        </span>
      ) : (
        <span className="install-glyph word" aria-hidden="true">
          {t(glyph.word)}
        </span>
      )}
    </li>
  )
}
