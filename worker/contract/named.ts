import * as v from "valibot";
import { text } from "#worker/contract/described";

/** Something by its id and its name. */
export const Named = v.object({ id: text("Its id."), name: text("Its name.") });
