/** What applicants without a reviewer are assigned to, and those without a location posted to, where a name is asked for. */
export const nobody = "nobody";
export const noLocation = "no location";
