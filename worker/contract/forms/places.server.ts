import type { Places } from "#worker/contract/forms/form-rules";
import countries from "./countries.json";
import states from "./lgas.json";

/** The choices of nigeria-states-lga and countries (§3 Form schema); on the server, because they are 30 kB. */
export const places: Places = { states, countries };
