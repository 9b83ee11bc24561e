import * as v from "valibot";
import data from "./data/templates.json";
import { StageType } from "./institution";

/** Templates of every institution; those of a stage type are tied to its steps. */
const TemplatePlan = v.strictObject({
	key: v.string(),
	name: v.string(),
	type: v.picklist(["email", "document", "sms"]),
	origin: v.picklist(["user", "system"]),
	active: v.optional(v.boolean()),
	subject: v.optional(v.string()),
	content: v.string(),
	stages: v.optional(v.array(StageType)),
});
export type TemplatePlan = v.InferOutput<typeof TemplatePlan>;

export const templatePlans = v.parse(v.array(TemplatePlan), data);
