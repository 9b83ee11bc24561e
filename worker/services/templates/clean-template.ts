import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { unclosedField, unknownField } from "#worker/contract/text/merge-text";
import { visibleLine, visibleText } from "#worker/contract/text/visible-text";
import { sanitiseDocument, sanitiseMail } from "#worker/gateways/sanitise-mail";
import { knownFormFields } from "#worker/services/form-designs/merge-fields.queries";
import { maxSmsLength, type TemplateType } from "#worker/services/templates/contract";

export interface TemplateTexts {
	type: TemplateType;
	subject: string | null;
	content: string;
}

/** why: an editor leaves `<p></p>` behind when everything is deleted. */
const isEmpty = (html: string): boolean =>
	visibleLine(html.replace(/<(?!img\b)[^<>]*>/gi, " ").replaceAll("&nbsp;", " ")) === "";

/** Returns the faults of a text that no value could fill. @param part "subject" */
const mergeFault = (part: string, text: string, ofForms: ReadonlySet<string>) => {
	const unclosed = unclosedField(text);
	if (unclosed !== undefined)
		return {
			code: "merge_field_unclosed" as const,
			message: `The ${part} has a merge field that is not closed: “${unclosed}”. Write it as {{firstName}}.`,
		};
	const unknown = unknownField(text, ofForms);
	if (unknown !== undefined)
		return {
			code: "merge_field_unknown" as const,
			message: `The ${part} has a merge field that does not exist: {{${unknown}}}`,
		};
	return undefined;
};

/** Refuses texts with a merge field that is not closed or does not exist, beside the field that has it. */
export const checkMergeFields = async (
	ctx: OrgContext,
	{ subject, content }: Pick<TemplateTexts, "subject" | "content">,
) => {
	const ofForms = await knownFormFields(ctx, subject ?? "", content);
	for (const [name, part, text] of [
		["subject", "subject", subject ?? ""],
		["content", "text", content],
	] as const) {
		const fault = mergeFault(part, text, ofForms);
		if (fault) return fail(fault.code, { message: fault.message, fields: { [name]: [fault.message] } });
	}
	return undefined;
};

/** How the text of each type is stored: nothing in it can run or track. */
const cleaners: Record<TemplateType, (content: string) => string | Promise<string>> = {
	email: sanitiseMail,
	document: sanitiseDocument,
	sms: visibleText,
};

/** Returns a text as it is stored, whatever else is wrong with it. */
export const cleanContent = async (type: TemplateType, content: string): Promise<string> => cleaners[type](content);

/** Returns texts as they are stored: nothing in them can run or track, and every merge field can be filled. */
export const cleanTemplate = async <T extends TemplateTexts>(ctx: OrgContext, given: T) => {
	const { type } = given;
	const subject = type === "email" ? given.subject : null;
	const content = await cleanContent(type, given.content);
	const wrong = {
		...(type === "email" && subject === null && { subject: ["Enter a subject"] }),
		...(isEmpty(content) && { content: ["Enter the text"] }),
		...(type === "sms" &&
			content.length > maxSmsLength && { content: [`An SMS can have at most ${maxSmsLength} characters.`] }),
	};
	if (Object.keys(wrong).length > 0) return fail("invalid", { fields: wrong });
	return (await checkMergeFields(ctx, { subject, content })) ?? ok({ ...given, subject, content });
};
