/** A progress spinner; the text beside it says what is in progress. */
export const Spinner = () => <span className="ui-spinner" aria-hidden="true" />
