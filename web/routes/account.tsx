import { data, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { useLaterSay } from '../i18n/use-later-say.ts'
import { siteContext } from '../platform/provided.ts'
import lamp from '../ui/art/spot-lamp.svg?url'
import { sayFor } from './parts/say-for.ts'
import { metas } from './parts/metas.ts'
import { MessagePage } from './parts/product-page.tsx'

/** The account's pages are not built yet; links that lead here already do. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const title = `${sayFor(request)('page.myAccount')} | ${context.get(siteContext).productName}`
  return data({ title }, { status: 501 })
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function Account() {
  const say = useLaterSay()
  return (
    <MessagePage
      art={lamp}
      title={say('unbuilt.title')}
      lead={say('unbuilt.sentence', { page: say('page.myAccount') })}
      actions={
        <a className="btn large wide door" href="/">
          {say('back')}
        </a>
      }
    />
  )
}
