/** The states of a release, in the order in which it passes them; `cancelled` is reached from any before `released`. */
export const releaseStates = ["prepared", "proposed", "approved", "scheduled", "released", "cancelled"] as const;
export type ReleaseState = (typeof releaseStates)[number];
