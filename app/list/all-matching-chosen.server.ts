/** What can be done with all that match, for the server, which needs it at once. */
export { AllMatchingBar } from "#app/list/all-matching-bar";
