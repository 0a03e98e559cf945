import { KitStyle } from '../../ui/kit-style.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import styles from './install.css?page-style'

/** The kit, which cards don't load otherwise, in the card's colors. */
export const InstallStyle = () => (
  <>
    <KitStyle />
    <PageStyle name="install" styles={styles} />
  </>
)
