/** Turns while something is on its way; the words beside it say what. */
export const Spinner = () => <span className="ui-spinner" aria-hidden="true" />
