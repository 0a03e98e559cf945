import type { MenuItem } from '#contract/cards/cards.ts'
import { useAccountSay } from '../../../../i18n/use-account-say.ts'
import { LaterIcon as Icon } from '../../../../ui/icons/later-icon.tsx'
import { Words } from '../../fields/text-field.tsx'

/** What search engines and the browser’s tab say of the entry’s page. */
export function SearchWords({ item, change }: { item: MenuItem; change(part: Partial<MenuItem>): void }) {
  const say = useAccountSay()
  const isFilled = [item.seoTitle, item.seoDescription, item.seoKeywords].some((text) => text !== '')
  return (
    <details className="entry-more" open={isFilled || undefined}>
      <summary>
        {say('editor.menu.search')}
        <Icon name="chevron-down" />
      </summary>
      <div>
        <Words
          label={say('editor.menu.seoTitle')}
          hint={say('editor.menu.seoTitleHint')}
          isWide
          max={200}
          value={item.seoTitle}
          change={(seoTitle) => change({ seoTitle })}
        />
        <Words
          label={say('editor.menu.seoDescription')}
          rows={3}
          max={400}
          value={item.seoDescription}
          change={(seoDescription) => change({ seoDescription })}
        />
        <Words
          label={say('editor.menu.seoKeywords')}
          hint={say('editor.menu.seoKeywordsHint')}
          isWide
          max={400}
          value={item.seoKeywords}
          change={(seoKeywords) => change({ seoKeywords })}
        />
      </div>
    </details>
  )
}
