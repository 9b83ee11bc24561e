import type { Places } from "#worker/contract/forms/form-rules";
import countries from "./countries.json";
import states from "./lgas.json";

/**
 * The choices of the sources nigeria-states-lga and countries (§3 Form schema). why: a server module, because 30 kB
 * of names do not belong in a browser; the rules take them as a parameter.
 */
export const places: Places = { states, countries };
