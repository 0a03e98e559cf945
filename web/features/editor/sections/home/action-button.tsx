import { cardPages, type CardPage } from '#contract/pages.ts'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { Choice } from '../../fields/choice.tsx'
import { FieldShell } from '../../fields/field-shell.tsx'
import { Group } from '../../fields/group.tsx'
import { ProNote } from '../../fields/pro-note.tsx'
import { Words } from '../../fields/text-field.tsx'
import { useDraft, useFault } from '../../use-editor.ts'

const pages = ['vCard', 'contact', 'connect', 'about', 'reviews', 'review'] as const satisfies readonly CardPage[]
const toPage = 1
const toLink = 2

/** The one solid button: what it says and where it leads. */
export function ActionButton() {
  const t = useTranslate()
  const [action, set] = useDraft('settings.triggerAction')
  const fault = useFault('settings.triggerAction.route')
  const kind = action === null ? 'usual' : action.type === toLink ? 'link' : 'page'
  const now = action ?? { key: 'action', route: cardPages.contact.segment, text: '', type: toPage }

  function choose(next: typeof kind) {
    if (next === 'usual') set(null)
    else
      set({
        ...now,
        type: next === 'link' ? toLink : toPage,
        route: next === kind ? now.route : next === 'page' ? cardPages.contact.segment : '',
      })
  }

  return (
    <Group title={t('editor.action')} lead={t('editor.actionLead')}>
      <Choice
        legend={t('editor.actionKind')}
        value={kind}
        choose={choose}
        options={[
          { value: 'usual', label: t('editor.actionUsual') },
          { value: 'page', label: t('editor.actionPage') },
          { value: 'link', label: t('editor.actionLink') },
        ]}
      />
      {action && (
        <>
          <Words
            label={t('editor.actionText')}
            value={action.text}
            placeholder={t('home.action')}
            max={60}
            change={(text) => set({ ...action, text })}
          />
          {kind === 'page' ? (
            <FieldShell label={t('editor.actionTo')} fault={fault}>
              {(marks) => (
                <select {...marks} value={action.route} onChange={({ target }) => set({ ...action, route: target.value })}>
                  {pages.map((page) => (
                    <option key={page} value={cardPages[page].segment}>
                      {t(`editor.page.${page}`)}
                    </option>
                  ))}
                </select>
              )}
            </FieldShell>
          ) : (
            <Words
              label={t('editor.actionTo')}
              hint={t('editor.actionLinkHint')}
              type="url"
              max={2000}
              value={action.route}
              fault={fault}
              placeholder="https://"
              change={(route) => set({ ...action, route })}
            />
          )}
          <ProNote right="ActionTrigger" />
        </>
      )}
    </Group>
  )
}
