import * as v from "valibot";
import data from "./data/templates.json";
import type { Row } from "./insert";
import { StageType } from "./institution";
import { day } from "./times";

/** Templates of every institution; those of a stage type are tied to its steps. */
const TemplatePlan = v.strictObject({
	key: v.string(),
	name: v.string(),
	type: v.picklist(["email", "document", "sms"]),
	origin: v.picklist(["user", "system"]),
	active: v.optional(v.boolean()),
	subject: v.optional(v.string()),
	content: v.string(),
	/** Texts that somebody has begun to change. */
	draft: v.optional(v.strictObject({ subject: v.string(), content: v.string() })),
	stages: v.optional(v.array(StageType)),
});
export type TemplatePlan = v.InferOutput<typeof TemplatePlan>;

export const templatePlans = v.parse(v.array(TemplatePlan), data);

/** The drafts of templates that somebody has begun to change, a day after this moment. */
export const templateDraftsOf = (
	{ organisationId }: { organisationId: string },
	idOf: (kind: string, key: string) => string,
	from: number,
): Row<"templateDrafts">[] =>
	templatePlans.flatMap(({ key, name, type, subject = "", content, draft }) => {
		if (!draft) return [];
		const at = from + day;
		const base = { name, subject, content };
		const steps = [
			{ ...base, by: null, at },
			{ ...base, ...draft, by: null, at },
		];
		return { organisationId, templateId: idOf("template", key), userId: "", type, base, steps, step: 1, updatedAt: at };
	});
