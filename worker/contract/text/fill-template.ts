import { fail, ok } from "#worker/contract/result";
import { fillHtml, type MergeValues, unknownField } from "#worker/contract/text/merge-text";

/** Fills values into a template's HTML. A field without a value, be it null, is named in the problem, and nothing is filled. */
export const mergeFields = (html: string, values: MergeValues) => {
	const unknown = unknownField(html, new Set(Object.keys(values)));
	if (unknown !== undefined) {
		const message = `The template has a merge field that does not exist: {{${unknown}}}`;
		return fail("merge_field_unknown", { message, fields: { templateId: [message] } });
	}
	return ok(fillHtml(html, values));
};
