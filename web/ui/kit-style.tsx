import href from './styles/kit.css?url'

/** The styles of every part, for pages behind the login. One file for all of them, so that a browser loads it once. No card carries it. */
export const KitStyle = () => <link rel="stylesheet" href={href} precedence="part" />
