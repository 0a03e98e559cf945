/** Replaced by the build with the message in every language (`build/split-messages.ts`). */
declare function __IN_EACH_LANGUAGE__(key: import('#common/messages/message.ts').MessageKey): Readonly<Record<string, string>>

/** A style sheet for `PageStyle` (`build/page-styles.ts`). */
declare module '*.css?page-style' {
  const styles: { css: string; href: string }
  export default styles
}
