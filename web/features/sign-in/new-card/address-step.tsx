import type { AliasState } from '#contract/cards/aliases.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useSite } from '../../../platform/use-site.ts'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import { whyNot } from './alias-words.ts'
import { WizardField } from './wizard-field.tsx'

type Props = { typed: string; state: AliasState | null; fault: string | null; change(alias: string): void }

/** Which address the card has: whether it can be had is said while it is typed. */
export function AddressStep({ typed, state, fault, change }: Props) {
  const t = useTranslate()
  const host = useSite().publicUrl.replace(/^https?:\/\//, '')
  const bad = fault ?? (state && state.state !== 'free' ? whyNot(t, state) : undefined)
  return (
    <>
      <WizardField
        label={t('signup.address')}
        name="alias"
        value={typed}
        onChange={({ target }) => change(target.value)}
        before={
          <span className="wizard-host" dir="ltr">
            {host}/
          </span>
        }
        fault={bad}
        hint={t('signup.addressHint')}
        required
        maxLength={120}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        dir="ltr"
      />
      <p className="wizard-said" role="status">
        {state?.state === 'free' && (
          <>
            <Icon name="check" />
            {t('signup.free', { address: `${host}/${state.alias}` })}
          </>
        )}
        {bad && <span className="sr-only">{bad}</span>}
      </p>
      {state && state.suggestions.length > 0 && (
        <fieldset className="wizard-suggestions">
          <legend>{t('signup.suggestions')}</legend>
          {state.suggestions.map((one) => (
            <button
              key={one}
              type="submit"
              name="pick"
              value={one}
              onClick={(event) => {
                event.preventDefault()
                change(one)
              }}
            >
              {one}
            </button>
          ))}
        </fieldset>
      )}
    </>
  )
}
