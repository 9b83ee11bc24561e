import { fail, ok } from "#worker/contract/result";
import { unknownField } from "#worker/contract/text/merge-text";
import { visibleLine } from "#worker/contract/text/visible-text";
import { sanitiseMail } from "#worker/gateways/sanitise-mail";

export interface EmailText {
	subject: string;
	/** HTML. */
	message: string;
}

/** Returns a text as it is stored: nothing in it can run or track, and every merge field exists (§5 Send email). */
export const cleanEmail = async ({ subject, message }: EmailText) => {
	const cleaned = { subject: visibleLine(subject), message: await sanitiseMail(message) };
	const unknown = { subject: unknownField(cleaned.subject), message: unknownField(cleaned.message) };
	const fields: Record<string, string[]> = {};
	for (const [name, inner] of Object.entries(unknown))
		if (inner !== undefined) fields[name] = [`The ${name} has a merge field that does not exist: {{${inner}}}`];
	const [first] = Object.values(fields).flat();
	return first === undefined ? ok(cleaned) : fail("merge_field_unknown", { message: first, fields });
};
