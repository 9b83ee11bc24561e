import * as v from "valibot";
import { clashesIn } from "#worker/contract/forms/form-clashes";
import { FormLayout } from "#worker/contract/forms/form-schema";

/** The layout of a form design before it is saved: no id in it looks like a repeat of another. */
export const DesignLayout = v.pipe(
	FormLayout,
	v.rawCheck(({ dataset, addIssue }) => {
		if (!dataset.typed) return;
		for (const { kind, id, like } of clashesIn(dataset.value))
			addIssue({ message: `The ${kind} “${id}” is called like a repeat of “${like}”. Give it another id.` });
	}),
);
