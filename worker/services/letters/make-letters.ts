import type { OrgContext } from "#worker/context";
import type { EndpointRequest, EndpointResponse } from "#worker/contract/endpoint";
import { fail, ok, type Result } from "#worker/contract/result";
import { unknownField } from "#worker/contract/text/merge-text";
import { choose } from "#worker/runs/choose-rows";
import { startBatch } from "#worker/runs/start-batch";
import type * as contract from "#worker/services/letters/contract";
import { findDocumentTemplate } from "#worker/services/templates/queries";

/** The task that makes the letters of a selection; its job is in `make-letters.job.ts`. */
export const selectionLettersTask = "SELECTION_LETTERS";

type Body = EndpointRequest<typeof contract.makeLetters>["body"];

/** Makes a letter for each of a selection, in the background: each has an outcome of their own. */
export const makeLetters = async (
	ctx: OrgContext,
	{ templateId, expected, ...asked }: Body,
): Promise<Result<EndpointResponse<typeof contract.makeLetters>>> => {
	const [template, choice] = await Promise.all([
		readLetterTemplate(ctx, templateId),
		choose(ctx, { ...asked, expected }),
	]);
	if (!template.ok) return template;
	if (!choice.ok) return choice;
	const started = await startBatch(ctx, choice.value, {
		...{ kind: "letter", targetId: templateId, targetName: template.value.name, type: selectionLettersTask },
		...{ input: { templateId }, expected: "ids" in choice.value ? undefined : expected },
	});
	return started.ok ? ok({ taskId: started.value }) : started;
};

/** A document template in use of which letters can be made. */
export const readLetterTemplate = async (ctx: OrgContext, templateId: string) => {
	const template = await findDocumentTemplate(ctx, templateId);
	if (!template) return fail("template_unknown");
	const unknown = unknownField(template.content);
	if (unknown === undefined) return ok(template);
	return fail("merge_field_unknown", {
		message: `The template has a merge field that does not exist: {{${unknown}}}`,
	});
};
