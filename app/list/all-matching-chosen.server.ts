/** What can be done with all that match, for the server, which needs it at once. */
export { AllMatchingBar } from "#app/routes/applicants/all-matching-bar";
