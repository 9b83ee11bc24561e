import { missing } from "#worker/contract/printed-text";
import { fail, ok, type Result } from "#worker/contract/result";

/** A place in a template where a value goes: `{{firstName}}`. */
const field = /\{\{([^{}]{0,200})\}\}/g;
const markup = /<[^>]*>|&nbsp;/g;

/**
 * Puts values into a template's HTML, each as text: nothing in a value is markup. A value that is not there is '--/--'.
 * A field that does not exist is named; then nothing is made.
 */
export const mergeFields = (html: string, values: ReadonlyMap<string, string | null>): Result<string> => {
	const names = [...html.matchAll(field)].map(([, inner = ""]) => nameOf(inner));
	const unknown = names.find((name) => !values.has(name));
	if (unknown !== undefined) {
		const message = `The template has a merge field that does not exist: {{${unknown}}}`;
		return fail("merge_field_unknown", { message, fields: { templateId: [message] } });
	}
	return ok(html.replace(field, (_, inner: string) => asHtml(values.get(nameOf(inner)) || missing)));
};

/** why: an editor may put emphasis around a part of the name. */
const nameOf = (inner: string): string => inner.replace(markup, "").trim();

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

const asHtml = (value: string): string =>
	value.replace(/[&<>"']/g, (char) => entities[char] ?? char).replace(/\r?\n/g, "<br>");
