import type { ReactNode } from 'react'
import { useSite } from '../platform/use-site.ts'
import mark from '../ui/art/mark.svg?url'
import { PageStyle } from '../ui/page-style.tsx'
import base from '../ui/styles/base.css?inline'
import fonts from '../ui/styles/fonts.css?inline'
import paper from '../ui/styles/paper.css?inline'
import paperHref from '../ui/styles/paper.css?url'
import tokens from '../ui/styles/tokens.css?inline'

/** Styles of the product's own pages. On client navigation the shared ones are loaded already. */
export function ProductStyle({ name, css: own = '' }: { name: string; css?: string }) {
  const css = import.meta.env.SSR ? [fonts, tokens, base, paper, own].join('\n') : ''
  return <PageStyle name={`product-${name}`} weight="base" styles={{ css, href: paperHref }} />
}

export function Brand() {
  const { productName } = useSite()
  return (
    <header>
      <a className="brand" href="/">
        <img src={mark} width="26" height="26" alt="" />
        {productName}
      </a>
    </header>
  )
}

/** A page with a picture, a sentence, and at most one link. */
export function MessagePage({
  art,
  title,
  lead,
  children,
  actions,
  style = <ProductStyle name="message" />,
}: {
  art?: string
  title: string
  lead?: ReactNode
  children?: ReactNode
  actions?: ReactNode
  /** Instead of the usual style, which after it would undo its colors. */
  style?: ReactNode
}) {
  return (
    <>
      {style}
      <div className="message">
        <Brand />
        <main>
          {art && <img className="art" src={art} width="240" height="180" alt="" />}
          <h1>{title}</h1>
          {lead && <p className="lead">{lead}</p>}
          {children}
          {actions && <div className="actions">{actions}</div>}
        </main>
      </div>
    </>
  )
}
