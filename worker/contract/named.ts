import * as v from "valibot";
import { text } from "#worker/contract/described";

export const Named = v.object({ id: text("Its id."), name: text("Its name.") });
