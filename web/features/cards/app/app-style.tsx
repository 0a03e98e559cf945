import { PageStyle } from '../../../ui/page-style.tsx'
import styles from './app-frame.css?page-style'

/** Styles for the frame of an installed card and of its owner. */
export function AppStyle() {
  return <PageStyle name="app-frame" styles={styles} />
}
