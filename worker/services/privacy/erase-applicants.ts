import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { ok } from "#worker/contract/result";
import type { TypesOf } from "#worker/runs/bulk-action";
import { previewRun } from "#worker/runs/preview-run";
import { startRun } from "#worker/runs/start-run";
import type * as contract from "#worker/services/privacy/contract";
import { type Due, erasure } from "#worker/services/privacy/erasure.bulk";

/** Counts who of a selection would be erased. Changes nothing. */
export const previewErasure = async (
	ctx: OrgContext,
	{ page, size, ...rows }: EndpointRequest<typeof contract.previewErasure>["body"],
) => {
	const asked = { input: { reason: "-" }, rows, page, size };
	const previewed = await previewRun<TypesOf<typeof erasure>>(ctx, erasure, asked);
	return previewed.ok ? ok(previewed.value.preview) : previewed;
};

/** Erases a selection of applicants in the background. */
export const eraseApplicants = async (
	ctx: OrgContext,
	{ reason, confirm: _, ...rows }: EndpointRequest<typeof contract.eraseApplicants>["body"],
) => {
	const begun = await startRun(ctx, erasure, { input: { reason }, rows });
	if (!begun.ok) return begun;
	const { target, ...started } = begun.value;
	return ok({ name: target.name, ...started });
};

/** Erases applicants by a retention rule, in the background and under its name. */
export const eraseByRule = (ctx: OrgContext, { ids, ...input }: { ids: readonly string[]; reason: string; due: Due }) =>
	startRun(ctx, erasure, { input, rows: { candidateIds: [...ids] } });
