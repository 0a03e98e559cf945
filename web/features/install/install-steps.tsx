import type { WayName } from '#contract/install-browser.ts'
import { useLaterSay } from '../../i18n/use-later-say.ts'
import { LaterIcon } from '../../ui/icons/later-icon.tsx'
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
  const say = useLaterSay()
  return (
    <li>
      <div>
        <b>{say(press)}</b>
        <small>{say(where)}</small>
      </div>
      {typeof glyph === 'string' ? (
        <span className="install-glyph" aria-hidden="true">
          <LaterIcon name={glyph} />
        </span>
      ) : (
        <span className="install-glyph word" aria-hidden="true">
          {say(glyph.word)}
        </span>
      )}
    </li>
  )
}
