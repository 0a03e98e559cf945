import { useTranslate } from '../i18n/use-translate.ts'
import { useSite } from '../platform/use-site.ts'
import signpost from '../ui/art/spot-signpost.svg?url'
import { FindCard } from './card/shell/find-card.tsx'
import { MessagePage } from './product-page.tsx'

export function NobodyHome({ alias }: { alias: string }) {
  const t = useTranslate()
  const { publicUrl } = useSite()
  const host = publicUrl.replace(/^https?:\/\//, '')
  const lead = alias ? t('noData.sentence', { address: `${host}/${alias}` }) : t('noData.sentenceBare')
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
      <FindCard label={t('noData.try')} alias={alias} />
    </MessagePage>
  )
}
