import { useLaterSay } from '../i18n/use-later-say.ts'
import { useSite } from '../platform/use-site.ts'
import signpost from '../ui/art/spot-signpost.svg?url'
import { FindCard } from './card/shell/find-card.tsx'
import { MessagePage } from './product-page.tsx'

export function NobodyHome({ alias }: { alias: string }) {
  const say = useLaterSay()
  const { publicUrl } = useSite()
  const host = publicUrl.replace(/^https?:\/\//, '')
  const lead = alias ? say('noData.sentence', { address: `${host}/${alias}` }) : say('noData.sentenceBare')
  return (
    <MessagePage
      art={signpost}
      title={say('noData.title')}
      lead={lead}
      actions={
        <a className="btn wide ghost" href="/bff/login">
          {say('noData.login')}
        </a>
      }
    >
      <FindCard label={say('noData.try')} alias={alias} />
    </MessagePage>
  )
}
