/** Both versions of a stale applicant, for the server, which draws them at once. */
export { StaleView } from "#app/list/sheet/stale-view";
