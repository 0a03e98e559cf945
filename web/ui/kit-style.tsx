import href from './styles/kit.css?url'

/** The styles of the whole kit, for pages behind the login, in one file that browsers load once. Cards don't include it. */
export const KitStyle = () => <link rel="stylesheet" href={href} precedence="part" />
