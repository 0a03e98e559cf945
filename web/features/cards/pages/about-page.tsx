import type { Block } from '#common/text/bio.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { PageStyle } from '../../../ui/page-style.tsx'
import styles from './about-page.css?page-style'
import type { FrameView } from '../frame/frame-view.ts'
import { InnerPage } from '../frame/inner-page.tsx'
import { BioText } from '../home/bio-text.tsx'

/** The owner's bio, with a larger first paragraph. */
export function AboutPage({ title, words, frame }: { title: string; words: Block[]; frame: FrameView }) {
  const t = useTranslate()
  const share = (
    <button className="btn quiet" type="button" popoverTarget="share">
      <Icon name="share-2" />
      {t('nav.share')}
    </button>
  )
  return (
    <InnerPage title={title} tool={share}>
      <PageStyle name="about-page" styles={styles} />
      {words.length === 0 ? (
        <WithoutBio {...frame} />
      ) : (
        <div className="own-words">
          <BioText words={words} />
        </div>
      )}
    </InnerPage>
  )
}

/** In place of a bio: title and company, and the way to reach the person. */
function WithoutBio({ name, title, company, menu }: FrameView) {
  const contact = menu.find(({ page }) => page === 'contact')
  return (
    <>
      <p className="inner-lead">{[title, company].filter(Boolean).join(' · ') || name}</p>
      {contact?.href && (
        <p className="below">
          <PageLink className="btn large solid" href={contact.href}>
            {contact.label}
          </PageLink>
        </p>
      )}
    </>
  )
}
