/** Exports the page for the server, which renders it at once; the browser loads it when it is needed. */
export { UnknownOrganisation } from "#app/routes/auth/unknown-organisation";
