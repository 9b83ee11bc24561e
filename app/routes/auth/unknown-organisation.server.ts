/** The organisation search of an address that names none, for the server, which needs it at once. */
export { UnknownOrganisation } from "#app/routes/auth/unknown-organisation";
