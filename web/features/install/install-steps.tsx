import type { InstallMethod } from '#common/browser/install-browser.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { methods, type Step } from './methods.ts'

/** The taps in order, each with the icon or word that the browser shows. */
export function InstallSteps({ method, isDimmed = false }: { method: InstallMethod; isDimmed?: boolean }) {
  const { system, steps } = methods[method]
  return (
    <ol className={isDimmed ? 'install-steps dimmed' : 'install-steps'} data-system={system}>
      {steps.map((step) => (
        <StepRow key={step.action} step={step} />
      ))}
    </ol>
  )
}

function StepRow({ step: { action, where, glyph } }: { step: Step }) {
  const t = useTranslate()
  return (
    <li className="ui-panel">
      <div>
        <b>{t(action)}</b>
        <small>{t(where)}</small>
      </div>
      <span className="install-glyph center" aria-hidden="true">
        {typeof glyph === 'string' ? <Icon name={glyph} /> : t(glyph.word)}
      </span>
    </li>
  )
}
