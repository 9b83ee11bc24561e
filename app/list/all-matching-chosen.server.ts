/** Exports the bar for the server, which renders it at once; the browser loads it when it is needed. */
export { AllMatchingBar } from "#app/list/all-matching-bar";
