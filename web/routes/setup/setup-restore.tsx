import { useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { requestLanguage } from '#common/request-language.ts'
import { RestorePage } from '../../features/setup/restore/restore-page.tsx'
import { ShellStyle } from '../../features/shell/shell-style.tsx'
import { useTranslate } from '../../i18n/use-translate.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { siteContext } from '../../platform/router-context.ts'
import { useReloadOnNewLink } from '../../platform/use-reload-on-new-link.ts'
import closedDoor from '../../ui/art/spot-closed-door.svg?url'
import { metas } from '../metas.ts'
import { MessagePage } from '../product-page.tsx'

/** Reads nothing: while a restore runs, the tables are locked. The page's script asks how far it is, with the setup code. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const title = `${translateFor(request)('restore.title')} | ${context.get(siteContext).productName}`
  return { title, language: requestLanguage(request) }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

/** Restores a backup instead of setting up a new installation. */
export default function SetupRestore() {
  const { language } = useLoaderData<typeof loader>()
  return (
    <>
      <ShellStyle />
      <RestorePage language={language} ended={<Ended />} />
    </>
  )
}

function Ended() {
  const t = useTranslate()
  useReloadOnNewLink()
  return (
    <MessagePage art={closedDoor} title={t('login.setupEnded')} lead={t('login.setupEndedMore')}>
      <p className="sheet-panel">
        <code>npm run carte -- setup-link</code>
      </p>
    </MessagePage>
  )
}
