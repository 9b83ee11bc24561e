import { fail, ok } from "#worker/contract/result";
import { fillHtml, type MergeValues, unknownField } from "#worker/contract/text/merge-text";

/** Fills values into a template's HTML. An unknown field is named in the problem, and nothing is filled. */
export const mergeFields = (html: string, values: MergeValues) => {
	const unknown = unknownField(html);
	if (unknown !== undefined) {
		const message = `The template has a merge field that does not exist: {{${unknown}}}`;
		return fail("merge_field_unknown", { message, fields: { templateId: [message] } });
	}
	return ok(fillHtml(html, values));
};
