import * as v from "valibot";
import { clashesIn } from "#worker/contract/forms/form-clashes";
import { FormLayout } from "#worker/contract/forms/form-schema";

/** The layout of a form design that is about to be kept: nothing in it is called like a repeat of something else. */
export const DesignLayout = v.pipe(
	FormLayout,
	v.rawCheck(({ dataset, addIssue }) => {
		if (!dataset.typed) return;
		for (const { kind, id, like } of clashesIn(dataset.value))
			addIssue({ message: `The ${kind} “${id}” is called like a repeat of “${like}”. Give it another id.` });
	}),
);
