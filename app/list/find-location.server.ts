/** The search for locations without scripts: the server alone draws it. */
export { FindLocation } from "#app/list/find-location";
