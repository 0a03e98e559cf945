import { useTranslate } from '../i18n/use-translate.ts'
import { useSite } from '../platform/use-site.ts'
import signpost from '../ui/art/spot-signpost.svg?url'
import { FindCard } from './find-card.tsx'
import { MessagePage } from './product-page.tsx'

type Props = { alias?: string; searched?: string }

export function CardNotFound({ alias = '', searched = '' }: Props) {
  const t = useTranslate()
  const { publicUrl } = useSite()
  const host = publicUrl.replace(/^https?:\/\//, '')
  const lead = searched
    ? t('find.none', { search: searched })
    : alias
      ? t('noData.sentence', { address: `${host}/${alias}` })
      : t('noData.sentenceBare')
  return (
    <MessagePage
      art={signpost}
      title={t('noData.title')}
      lead={lead}
      actions={
        <a className="btn wide ghost" href="/bff/login">
          {t('noData.login')}
        </a>
      }
    >
      <section className="sheet-panel">
        <FindCard label={t('front.findLabel')} button={t('front.findButton')} searched={searched} isMain />
      </section>
    </MessagePage>
  )
}
