import { KitStyle } from '../../ui/kit-style.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import base from '../../ui/styles/base.css?inline'
import fonts from '../../ui/styles/fonts.css?inline'
import ownerTokens from '../../ui/styles/owner-tokens.css?inline'
import paper from '../../ui/styles/paper.css?inline'
import tokens from '../../ui/styles/tokens.css?inline'
import css from './shell.css?inline'

/** The styles of all pages behind the login. `Shell` includes them; pages without the shell render this themselves. */
export const ShellStyle = () => (
  <>
    <PageStyle
      name="owner"
      weight="base"
      styles={{ css: import.meta.env.SSR ? [fonts, tokens, base, paper, ownerTokens, css].join('\n') : '' }}
    />
    <KitStyle />
  </>
)
