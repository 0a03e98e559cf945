import type { AliasState } from '#contract/cards/aliases.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useSite } from '../../../platform/use-site.ts'
import { Button } from '../../../ui/button/button.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { aliasIssueText } from './alias-issue-text.ts'

type Props = { typed: string; state: AliasState | null; error: string | null; change(alias: string): void }

/** The card's address, checked while it is typed. */
export function AddressStep({ typed, state, error, change }: Props) {
  const t = useTranslate()
  const host = useSite().publicUrl.replace(/^https?:\/\//, '')
  const bad = error ?? (state && state.state !== 'free' ? aliasIssueText(t, state) : undefined)
  return (
    <>
      <TextField
        label={t('signup.address')}
        name="alias"
        value={typed}
        onChange={({ target }) => change(target.value)}
        before={`${host}/`}
        error={bad}
        good={state?.state === 'free' && t('signup.free', { address: `${host}/${state.alias}` })}
        hint={t('signup.addressHint')}
        required
        maxLength={120}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        dir="ltr"
      />
      <p className="sr-only" role="status">
        {bad ?? (state?.state === 'free' && t('signup.free', { address: `${host}/${state.alias}` }))}
      </p>
      {state && state.suggestions.length > 0 && (
        <fieldset className="ui-field-group ui-cluster">
          <legend>{t('signup.suggestions')}</legend>
          {state.suggestions.map((one) => (
            <Button
              key={one}
              kind="soft"
              type="submit"
              name="pick"
              value={one}
              onClick={(event) => {
                event.preventDefault()
                change(one)
              }}
            >
              {one}
            </Button>
          ))}
        </fieldset>
      )}
    </>
  )
}
