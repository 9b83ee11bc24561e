import type { InferOutput } from "valibot";
import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { fail, ok } from "#worker/contract/result";
import { commit } from "#worker/database/commit";
import type { TypesOf } from "#worker/runs/bulk-action";
import { previewRun } from "#worker/runs/preview-run";
import { startRun } from "#worker/runs/start-run";
import { findApplicant } from "#worker/services/applicants/applicant.queries";
import type * as contract from "#worker/services/letters/contract";
import type { LetterRequest } from "#worker/services/letters/contract";
import { drawLetter, letterKey, putLetter, readStationery, writeLetter } from "#worker/services/letters/draw-letter";
import { letterMaking } from "#worker/services/letters/letter.bulk";
import { writeLetters, writeLetterUrls } from "#worker/services/letters/writes";
import { findDocumentTemplate } from "#worker/services/templates/queries";
import { takeBack } from "#worker/sweep/orphans";

type Wanted = InferOutput<typeof LetterRequest>;

/** Makes an applicant's letter from a document template and stores it (§2 Offer Letter). */
export const makeLetter = async (ctx: OrgContext, applicantId: string, { templateId }: Wanted) => {
	const drawn = await previewLetter(ctx, applicantId, { templateId });
	if (!drawn.ok) return drawn;
	const { bytes, digest, template, applicationId, stageName } = drawn.value;
	const id = ctx.newId();
	const letter = {
		id,
		applicantId,
		applicationId,
		stageName,
		objectKey: letterKey(ctx.organisationId, applicantId, id),
		size: bytes.length,
	};
	await putLetter(ctx, letter.objectKey, { bytes, digest });
	const eventId = ctx.newId();
	const commitLetter = commit(ctx, {
		guarded: { write: writeLetterUrls(ctx, [letter]), expectedChanges: 1 },
		writes: writeLetters(ctx, [letter], { template, eventId }),
		event: {
			id: eventId,
			type: "applicants.letters_made",
			payload: {
				applicationIds: [applicationId],
				applicantIds: [applicantId],
				letterIds: [id],
				templateId,
				templateName: template.name,
			},
		},
	});
	const event = await commitLetter.catch(async (fault: unknown) => {
		await takeBack(ctx.env, ctx.organisationId, { objectKey: letter.objectKey, ownerId: applicantId });
		throw fault;
	});
	if (!event) {
		await ctx.env.FILES.delete(letter.objectKey);
		return fail("not_found");
	}
	const { size } = letter;
	return ok({ id, templateName: template.name, stageName, size, createdByName: ctx.actor.name, createdAt: ctx.now() });
};

export const previewLetter = async (ctx: OrgContext, applicantId: string, { templateId }: Wanted) => {
	const [applicant, template, stationery] = await Promise.all([
		findApplicant(ctx, applicantId),
		findDocumentTemplate(ctx, templateId),
		readStationery(ctx),
	]);
	if (!applicant) return fail("not_found");
	if (!template) return fail("template_unknown");
	const stageName = applicant.stage.name;
	const written = await writeLetter(stationery, { template, applicant, stageName, comment: null, date: ctx.now() });
	if (!written.ok) return written;
	const { digest } = written.value;
	const { applicationId } = applicant;
	return ok({ bytes: await drawLetter(written.value), digest, template, applicationId, stageName });
};

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
