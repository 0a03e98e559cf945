import { Cluster } from '../../../../ui/page/layout.tsx'
import { snackbarMs } from '#contract/constants.ts'
import type { DraftVersion } from '#contract/cards/drafts.ts'
import { cardHref } from '#contract/pages.ts'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { useSite } from '../../../../platform/use-site.ts'
import { Button, ButtonLink } from '../../../../ui/button/button.tsx'
import { useCopy } from '../../../../ui/use-copy.ts'
import { SelectField } from '../../../../ui/field/select-field.tsx'
import { FormattedTextField } from '../../fields/formatted-text-field.tsx'
import { TextInput } from '../../fields/text-field.tsx'
import { Toggle } from '../../fields/toggle.tsx'
import { useEditor, useEditorState, useEntryIssues } from '../../use-editor.ts'
import { flagNames, flags, textNames, texts, without, type Overrides } from './version-fields.ts'
import { GroupTitle } from '../../fields/group.tsx'

type Props = { version: DraftVersion; at: number; change(overrides: Overrides): void; remove(): void }

/** One version: its address and its overrides. */
export function OneVersion({ version: { name, overrides }, at, change, remove }: Props) {
  const t = useTranslate()
  const { publicUrl } = useSite()
  const { alias } = useEditor().facts
  const edited = useEditorState((state) => state.edited)
  const issues = useEntryIssues(`versions.${at}.overrides`)
  const [, copy] = useCopy({ good: t('share.copied'), bad: t('share.failed'), forMs: snackbarMs.copy })
  const address = `${publicUrl}/${alias}/v/${name}`
  const described = textNames.filter((key) => overrides[key] !== undefined)
  const left = textNames.filter((key) => overrides[key] === undefined)
  return (
    <section className="group version">
      <GroupTitle>
        {name}
        <small dir="ltr">{address.replace(/^https?:\/\//, '')}</small>
      </GroupTitle>
      <Cluster>
        <Button kind="ghost" size="small" icon="copy" onClick={() => void copy(address)}>
          {t('editor.versions.copy')}
        </Button>
        <ButtonLink
          kind="ghost"
          size="small"
          href={cardHref({ alias, version: name }, 'home')}
          isDocument
          target="_blank"
          rel="noopener"
          icon="external-link"
        >
          {t('editor.versions.open')}
        </ButtonLink>
        <Button kind="ghost" size="small" icon="trash-2" onClick={remove}>
          {t('editor.versions.remove')}
        </Button>
      </Cluster>
      <div className="fields">
        {described.map((key) => {
          const { label, ...look } = texts[key]
          const common = {
            label: t(label),
            value: overrides[key] ?? '',
            change: (value: string) => change({ ...overrides, [key]: value }),
            issue: issues.get(key),
          }
          return (
            <div className="differs wide" key={key}>
              {key === 'bio' ? (
                <FormattedTextField {...common} rows={6} max={20_000} />
              ) : (
                <TextInput {...look} {...common} max={'rows' in look ? 4000 : 200} />
              )}
              <Button kind="ghost" size="small" icon="undo-2" onClick={() => change(without(overrides, key))}>
                {t('editor.versions.asCard')}
              </Button>
            </div>
          )
        })}
        {left.length > 0 && (
          <div className="field wide">
            <SelectField
              label={t('editor.versions.more')}
              value=""
              onChange={({ target }) => {
                const key = left.find((one) => one === target.value)
                if (key) change({ ...overrides, [key]: edited[key] })
              }}
            >
              <option value="">{t('editor.versions.choose')}</option>
              {left.map((key) => (
                <option key={key} value={key}>
                  {t(texts[key].label)}
                </option>
              ))}
            </SelectField>
          </div>
        )}
      </div>
      <div className="rows ui-divided">
        {flagNames.map((key) => (
          <Toggle
            key={key}
            label={t(flags[key])}
            isOn={overrides[key] ?? edited[key]}
            choose={(isOn) => change(isOn === edited[key] ? without(overrides, key) : { ...overrides, [key]: isOn })}
          />
        ))}
      </div>
    </section>
  )
}
