import * as v from "valibot";

/** The result of the loader that finds applications by title. */
export const FoundApplications = v.object({ applications: v.array(v.object({ id: v.string(), title: v.string() })) });
