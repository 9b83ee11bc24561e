import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { ok } from "#worker/contract/result";
import type { TypesOf } from "#worker/runs/bulk-action";
import { previewRun } from "#worker/runs/preview-run";
import { startRun } from "#worker/runs/start-run";
import type * as contract from "#worker/services/letters/contract";
import { letterMaking } from "#worker/services/letters/letter.bulk";

/** Makes a letter for each applicant of a selection, in the background (§2 Offer Letter). */
export const makeLetters = async (
	ctx: OrgContext,
	{ templateId, ...rows }: EndpointRequest<typeof contract.makeLetters>["body"],
) => {
	const begun = await startRun(ctx, letterMaking, { input: { templateId }, rows });
	if (!begun.ok) return begun;
	const { target, ...started } = begun.value;
	return ok({ name: target.name, ...started });
};

/** Counts how many of a selection would get a letter. Changes nothing. */
export const previewLetters = async (
	ctx: OrgContext,
	{ templateId, page, size, ...rows }: EndpointRequest<typeof contract.previewLetters>["body"],
) => {
	const previewed = await previewRun<TypesOf<typeof letterMaking>>(ctx, letterMaking, {
		input: { templateId },
		rows,
		page,
		size,
	});
	return previewed.ok ? ok(previewed.value.preview) : previewed;
};
