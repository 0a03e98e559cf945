/** The styles of a page without the blocks for desktop widths, as the build writes them: a phone's screen is narrower. */
export const omitDesktopStyles = (html: string): string =>
  html.replaceAll(/(<style data-precedence=[^>]*>)(.*?)(?=<\/style>)/gs, (_, tag: string, css: string) => {
    const [first = '', ...parts] = css.split('@media (width>=1024px){')
    return tag + first + parts.map(afterBlock).join('')
  })

/** What follows the end of a block that is open. */
function afterBlock(css: string): string {
  let depth = 1
  for (const { 0: brace, index } of css.matchAll(/[{}]/g)) {
    depth += brace === '{' ? 1 : -1
    if (depth === 0) return css.slice(index + 1)
  }
  return ''
}
