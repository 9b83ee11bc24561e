import { fail, ok, type Result } from "#worker/contract/result";
import { fillHtml, type MergeValues, unknownField } from "#worker/contract/text/merge-text";

/** Puts values into a template's HTML. A field that does not exist is named; then nothing is made. */
export const mergeFields = (html: string, values: MergeValues): Result<string> => {
	const unknown = unknownField(html);
	if (unknown !== undefined) {
		const message = `The template has a merge field that does not exist: {{${unknown}}}`;
		return fail("merge_field_unknown", { message, fields: { templateId: [message] } });
	}
	return ok(fillHtml(html, values));
};
