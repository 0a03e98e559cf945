import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { importedOf, type TypedCard } from './typed-card.ts'

/** Names what an import adds to the card after it is created, and can leave it out. */
export function ImportedNote({ card, leaveOut }: { card: TypedCard; leaveOut(): void }) {
  const t = useTranslate()
  const imported = importedOf(card)
  if (!imported) return null
  const { links, photo, fields } = imported
  const isAddressed = Object.keys(fields).some((name) => name.startsWith('company'))
  const parts = [
    photo && t('signup.importPhoto'),
    links.length > 0 && t('signup.importLinks', { count: links.length }),
    isAddressed && t('signup.importAddress'),
    fields.bio && t('signup.importBio'),
  ].filter(Boolean)
  return (
    <Banner
      kind="info"
      action={
        <Button
          size="small"
          kind="ghost"
          type="submit"
          name="leaveOut"
          value="yes"
          onClick={(event) => {
            event.preventDefault()
            leaveOut()
          }}
        >
          {t('signup.importLeave')}
        </Button>
      }
    >
      {t('signup.importWith', { parts: parts.join(', ') })}
    </Banner>
  )
}
