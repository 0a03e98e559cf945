import type { Plugin } from 'vite'

const query = '?page-style'
const name = 'carte:page-styles'
const prefix = `\0${name}:`

/**
 * `import styles from './x.css?page-style'` gives `PageStyle` a style sheet: its text, for the server only, and the address of its
 * file.
 */
export function pageStyles(): Plugin {
  return {
    name,
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith(query)) return null
      const sheet = await this.resolve(source.slice(0, -query.length), importer)
      // Not named .css, or Vite would read the module as a style sheet. A chunk may be named after it.
      return sheet && prefix + sheet.id.replace(/\.css$/, '-style.js')
    },
    load(id) {
      if (!id.startsWith(prefix)) return null
      const sheet = id.slice(prefix.length).replace(/-style\.js$/, '.css')
      const isServer = this.environment.config.consumer === 'server'
      return [
        `import href from ${JSON.stringify(`${sheet}?url`)}`,
        isServer ? `import css from ${JSON.stringify(`${sheet}?inline`)}` : `const css = ''`,
        'export default { css, href }',
      ].join('\n')
    },
  }
}
