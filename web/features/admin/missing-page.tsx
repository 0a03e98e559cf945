import { useTranslate } from '../../i18n/use-translate.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { Cluster } from '../../ui/page/layout.tsx'
import { AdminMain } from './admin-main.tsx'
import { missingAt, placeHref, places, type MissingThing } from './admin-places.ts'

/** Says what isn't there, with the way back to the list it would be in. */
export function MissingPage({ what }: { what: MissingThing }) {
  const t = useTranslate()
  const back = places.find(({ path }) => path === missingAt[what])
  return (
    <AdminMain title={t(`admin.missing.${what}`)} lead={t('admin.missingLead')}>
      {back && (
        <Cluster>
          <ButtonLink href={placeHref(back.path)}>{t(back.word)}</ButtonLink>
        </Cluster>
      )}
    </AdminMain>
  )
}
