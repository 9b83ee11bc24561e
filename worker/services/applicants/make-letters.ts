import type { EndpointRequest, EndpointResponse } from "#worker/contract/endpoint";
import { unknownField } from "#worker/contract/merge-text";
import { fail, ok, type Result } from "#worker/contract/result";
import type { OrgContext } from "#worker/http/context";
import { choose, countOf } from "#worker/services/applicants/choose";
import type * as contract from "#worker/services/applicants/letters.contract";
import { readChosen } from "#worker/services/applicants/selection.queries";
import { startBatch } from "#worker/services/applicants/start-batch";
import { findDocumentTemplate } from "#worker/services/templates/queries";

/** The task that makes the letters of a selection; its job is in `make-letters.job.ts`. */
export const selectionLettersTask = "SELECTION_LETTERS";

type Body = EndpointRequest<typeof contract.makeLetters>["body"];

/** To how many of a selection a letter would be made (§2 Offer Letter). */
export const previewLetters = async (
	ctx: OrgContext,
	{ templateId, ...asked }: Body,
): Promise<Result<EndpointResponse<typeof contract.previewLetters>>> => {
	const [template, choice] = await Promise.all([findDocumentTemplate(ctx, templateId), choose(ctx, asked)]);
	if (!template) return fail("template_unknown");
	if (!choice.ok) return choice;
	const total = countOf(choice.value);
	const letters = "ids" in choice.value ? (await readChosen(ctx, choice.value.ids)).size : total;
	return ok({ templateName: template.name, letters, notFound: total - letters, total });
};

/** Makes a letter for each of a selection, in the background: each has an outcome of their own. */
export const makeLetters = async (
	ctx: OrgContext,
	{ templateId, expected, ...asked }: Body,
): Promise<Result<EndpointResponse<typeof contract.makeLetters>>> => {
	const [template, choice] = await Promise.all([
		findDocumentTemplate(ctx, templateId),
		choose(ctx, { ...asked, expected }),
	]);
	if (!template) return fail("template_unknown");
	if (!choice.ok) return choice;
	const unknown = unknownField(template.content);
	if (unknown !== undefined)
		return fail("merge_field_unknown", {
			message: `The template has a merge field that does not exist: {{${unknown}}}`,
		});
	const started = await startBatch(ctx, choice.value, {
		...{ kind: "letter", targetId: templateId, targetName: template.name, type: selectionLettersTask },
		...{ input: { templateId }, expected: "ids" in choice.value ? undefined : expected },
	});
	return started.ok ? ok({ taskId: started.value }) : started;
};
