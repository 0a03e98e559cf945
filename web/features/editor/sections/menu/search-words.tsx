import { Stack } from '../../../../ui/page/layout.tsx'
import type { MenuItem } from '#contract/cards/cards.ts'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { Icon } from '../../../../ui/icons/icon.tsx'
import { TextInput } from '../../fields/text-field.tsx'

/** Title, description and keywords of the entry's page for search engines. */
export function SearchWords({ item, change }: { item: MenuItem; change(part: Partial<MenuItem>): void }) {
  const t = useTranslate()
  const isFilled = [item.seoTitle, item.seoDescription, item.seoKeywords].some((text) => text !== '')
  return (
    <details className="ui-more" open={isFilled || undefined}>
      <summary>
        {t('editor.menu.search')}
        <Icon name="chevron-down" />
      </summary>
      <Stack isTight>
        <TextInput
          label={t('editor.menu.seoTitle')}
          hint={t('editor.menu.seoTitleHint')}
          isWide
          max={200}
          value={item.seoTitle}
          change={(seoTitle) => change({ seoTitle })}
        />
        <TextInput
          label={t('editor.menu.seoDescription')}
          rows={3}
          max={400}
          value={item.seoDescription}
          change={(seoDescription) => change({ seoDescription })}
        />
        <TextInput
          label={t('editor.menu.seoKeywords')}
          hint={t('editor.menu.seoKeywordsHint')}
          isWide
          max={400}
          value={item.seoKeywords}
          change={(seoKeywords) => change({ seoKeywords })}
        />
      </Stack>
    </details>
  )
}
