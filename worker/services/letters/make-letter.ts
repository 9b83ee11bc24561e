import type { InferOutput } from "valibot";
import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { fail, ok } from "#worker/contract/result";
import { commit } from "#worker/database/commit";
import type { TypesOf } from "#worker/runs/bulk-action";
import { previewRun } from "#worker/runs/preview-run";
import { startRun } from "#worker/runs/start-run";
import { findApplicant } from "#worker/services/applicants/applicant.queries";
import { chooseApplicants } from "#worker/services/applicants/applicant-rows.queries";
import { readFormValues } from "#worker/services/forms/merge-values.queries";
import type * as contract from "#worker/services/letters/contract";
import type { Letter, LetterRequest } from "#worker/services/letters/contract";
import { drawLetter, readStationery, storeLetter, writeLetter } from "#worker/services/letters/draw-letter";
import { findEmptyFields, letterMaking } from "#worker/services/letters/letter.bulk";
import { readLetters } from "#worker/services/letters/queries";
import { writeLetters, writeLetterUrlRemoved, writeLetterUrls, writeWithdrawn } from "#worker/services/letters/writes";
import { findDocumentTemplate } from "#worker/services/templates/queries";
import { takeBack } from "#worker/sweep/orphans";

type Wanted = InferOutput<typeof LetterRequest>;

/** Makes an applicant's letter from a document template and stores it (§2 Offer Letter). */
export const makeLetter = async (ctx: OrgContext, applicantId: string, { templateId }: Wanted) => {
	const composed = await composeLetter(ctx, applicantId, templateId);
	if (!composed.ok) return composed;
	const made = await keepLetter(ctx, composed.value);
	return made ? ok(made) : fail("not_found");
};

/** Makes a letter that takes the place of the one in force, which then counts as replaced. */
export const replaceLetter = async (
	ctx: OrgContext,
	{ id, letterId }: LetterParams,
	{ templateId, reason }: EndpointRequest<typeof contract.replaceLetter>["body"],
) => {
	const [composed, found] = await Promise.all([composeLetter(ctx, id, templateId), findLetter(ctx, { id, letterId })]);
	if (!found) return fail("not_found");
	if (found.letter.state !== "in_force") return fail("letter_not_in_force");
	if (!composed.ok) return composed;
	const made = await keepLetter(ctx, composed.value, { replacedLetterId: letterId, reason });
	return made ? ok(made) : fail("letter_not_in_force");
};

/** Withdraws the letter in force. Its file and its line in the history stay. */
export const withdrawLetter = async (ctx: OrgContext, params: LetterParams, { reason }: { reason: string }) => {
	const found = await findLetter(ctx, params);
	if (!found) return fail("not_found");
	const { letter, applicant } = found;
	const { id: letterId, templateName } = letter;
	if (letter.state !== "in_force") return fail("letter_not_in_force");
	const eventId = ctx.newId();
	const event = await commit(ctx, {
		guarded: {
			write: writeLetterUrlRemoved(ctx, { id: applicant.id, letterUrl: applicant.letter }),
			expectedChanges: 1,
		},
		writes: writeWithdrawn(ctx, { id: letterId, applicantId: applicant.id, templateName }, { reason, eventId }),
		event: {
			id: eventId,
			type: "applicants.letter_withdrawn",
			payload: { applicationId: applicant.applicationId, applicantIds: [applicant.id], letterId, templateName, reason },
		},
	});
	if (!event) return fail("letter_not_in_force");
	const withdrawal = { reason, createdByName: ctx.actor.name, createdAt: ctx.now() };
	return ok({ ...letter, state: "withdrawn" as const, withdrawal });
};

type LetterParams = EndpointRequest<typeof contract.withdrawLetter>["params"];

const findLetter = async (ctx: OrgContext, { id, letterId }: LetterParams) => {
	const [applicant, letters] = await Promise.all([findApplicant(ctx, id), readLetters(ctx, id)]);
	const letter = letters?.find((one) => one.id === letterId);
	return applicant && letter && { applicant, letter };
};

interface Replacement {
	replacedLetterId: string;
	reason: string;
}

type Composed = Extract<Awaited<ReturnType<typeof composeLetter>>, { ok: true }>["value"];

/** Stores and records a letter. @returns undefined when the applicant is gone, or the letter to be replaced not in force */
const keepLetter = async (
	ctx: OrgContext,
	{ applicant, template, written }: Composed,
	replacement?: Replacement,
): Promise<Letter | undefined> => {
	const stageName = applicant.stage.name;
	const letter = await storeLetter(ctx, { id: ctx.newId(), applicant, stageName, written });
	const { id, size, code, objectKey } = letter;
	const eventId = ctx.newId();
	const commitLetter = commit(ctx, {
		guarded: { write: writeLetterUrls(ctx, [letter], replacement && {}), expectedChanges: 1 },
		writes: writeLetters(ctx, [letter], { template, eventId, reason: replacement?.reason }),
		event: {
			id: eventId,
			type: "applicants.letters_made",
			payload: {
				applicationIds: [applicant.applicationId],
				applicantIds: [applicant.id],
				letterIds: [id],
				templateId: template.id,
				templateName: template.name,
				...replacement,
			},
		},
	});
	const event = await commitLetter.catch(async (fault: unknown) => {
		await takeBack(ctx.env, ctx.organisationId, { objectKey, ownerId: applicant.id });
		throw fault;
	});
	if (!event) {
		await ctx.env.FILES.delete(objectKey);
		return undefined;
	}
	return {
		id,
		templateName: template.name,
		stageName,
		size,
		state: "in_force",
		code,
		checks: 0,
		lastCheckedAt: null,
		withdrawal: null,
		createdByName: ctx.actor.name,
		createdAt: ctx.now(),
	};
};

/** Draws what a letter would look like. Keeps nothing. */
export const previewLetter = async (ctx: OrgContext, applicantId: string, templateId: string) => {
	const composed = await composeLetter(ctx, applicantId, templateId);
	return composed.ok ? ok(await drawLetter(composed.value.written)) : composed;
};

const composeLetter = async (ctx: OrgContext, applicantId: string, templateId: string) => {
	const [applicant, template] = await Promise.all([
		findApplicant(ctx, applicantId),
		findDocumentTemplate(ctx, templateId),
	]);
	if (!applicant) return fail("not_found");
	if (!template) return fail("template_unknown");
	const stationery = await readStationery(ctx, template);
	const stageName = applicant.stage.name;
	const formValues = (await readFormValues(ctx, [applicantId], [template.content])).get(applicantId);
	const text = { template, applicant, stageName, comment: null, date: ctx.now(), formValues };
	const written = await writeLetter(stationery, text);
	return written.ok ? ok({ applicant, template, written: written.value }) : written;
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

/** Counts how many of a selection would get a letter, and in how many a merge field is empty. Changes nothing. */
export const previewLetters = async (
	ctx: OrgContext,
	{ templateId, page, size, ...rows }: EndpointRequest<typeof contract.previewLetters>["body"],
) => {
	const [previewed, chosen] = await Promise.all([
		previewRun<TypesOf<typeof letterMaking>>(ctx, letterMaking, { input: { templateId }, rows, page, size }),
		chooseApplicants(ctx, rows),
	]);
	if (!previewed.ok) return previewed;
	if (!chosen.ok) return chosen;
	const { preview, target } = previewed.value;
	return ok({ ...preview, emptyFields: await findEmptyFields(ctx, chosen.value, target, preview) });
};
