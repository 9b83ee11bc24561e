import type { Places } from "#worker/contract/forms/form-rules";
import countries from "./countries.json";
import states from "./lgas.json";

/**
 * What the sources nigeria-states-lga and countries offer (§3 Form schema).
 * why: a server module, because 30 kB of names have no business in a browser; the rules take them as they are given.
 */
export const places: Places = { states, countries };
