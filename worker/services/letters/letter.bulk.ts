import { TZDate } from "@date-fns/tz";
import { startOfDay } from "date-fns";
import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import type { Previewed } from "#worker/contract/bulk";
import { fail, ok, type Result } from "#worker/contract/result";
import { defaultTimeZone } from "#worker/contract/text/dates";
import { fullName } from "#worker/contract/text/full-name";
import { commentMissing, unknownField } from "#worker/contract/text/merge-text";
import { databaseFor } from "#worker/database/database";
import { hashToken } from "#worker/http/keys";
import type { BulkAction, RowState, Selection, Target } from "#worker/runs/bulk-action";
import { findApplicant } from "#worker/services/applicants/applicant.queries";
import { type ApplicantTypes, applicantRows } from "#worker/services/applicants/applicant-rows.queries";
import { countEmptyFields } from "#worker/services/applicants/empty-fields.queries";
import type { CompiledFilter } from "#worker/services/applicants/filter.queries";
import { selectListed } from "#worker/services/applicants/matching.queries";
import { knownFormFields } from "#worker/services/form-designs/merge-fields.queries";
import { readFormValues } from "#worker/services/forms/merge-values.queries";
import { letterOfMany, makeLetters } from "#worker/services/letters/contract";
import {
	isInForce,
	readStationery,
	storeLetter,
	type WrittenLetter,
	writeLetter,
} from "#worker/services/letters/draw-letter";
import type { LetterText, Stationery } from "#worker/services/letters/letter-document";
import { countLettered, findLettered, fromUnlettered, type Made } from "#worker/services/letters/queries";
import { type NewLetter, writeLetters, writeLetterUrls } from "#worker/services/letters/writes";
import { findDocumentTemplate } from "#worker/services/templates/queries";

const LetterInput = v.object(letterOfMany);
type LetterInput = v.InferOutput<typeof LetterInput>;

interface LetterTarget extends Target {
	template: NonNullable<Awaited<ReturnType<typeof findDocumentTemplate>>>;
	stationery: Stationery;
}

/** An applicant with the letter that would be made, and whether the one in force says the same. */
interface LetterState extends RowState {
	applicant: NonNullable<Awaited<ReturnType<typeof findApplicant>>>;
	written: Result<WrittenLetter, LetterProblem>;
	isInForce: boolean;
}

type LetterProblem = "template_unknown" | "merge_field_unknown" | "merge_field_empty";
type LetterTypes = ApplicantTypes<LetterInput, LetterTarget, LetterProblem, LetterState>;

/**
 * Letters compared word by word when counting; of more, today's of the same stage and template count as the same.
 * why: a Worker may look a thousand times into the file store.
 */
const mostCompared = 100;

/** Makes a letter for each applicant from a document template (§2 Offer Letter). */
export const letterMaking: BulkAction<LetterTypes> = {
	kind: "letter",
	taskType: "SELECTION_LETTERS",
	access: makeLetters.access,
	input: LetterInput,
	rows: applicantRows,
	maxAtOnce: 0,
	// why so few: drawing a slice takes some seconds.
	maxSlice: 20,
	longestDeliveryMs: 10_000,
	resolve: async (ctx, { templateId }) => {
		const template = await findDocumentTemplate(ctx, templateId);
		if (!template) return fail("template_unknown");
		const unknown = unknownField(template.content, await knownFormFields(ctx, template.content));
		if (unknown !== undefined)
			return fail("merge_field_unknown", {
				message: `The template has a merge field that does not exist: {{${unknown}}}`,
			});
		// why here alone: who makes one letter sees it first.
		const needsComment = commentMissing("template", template.content);
		if (needsComment !== undefined) return fail("merge_field_empty", { message: needsComment });
		const stationery = await readStationery(ctx, template);
		return ok({ id: template.id, name: template.name, undoWindowMs: 0, template, stationery });
	},
	load: async (background, ids, input) => {
		// why: the data of all letters is read concurrently, in one batch.
		const ctx = { ...background, db: databaseFor(background.env, background.organisationId, {}) };
		const [target, ...found] = await Promise.all([
			letterMaking.resolve(ctx, input),
			...ids.map((id) => findApplicant(ctx, id)),
		]);
		const there = found.filter((one) => one !== undefined);
		// why not nobody: the applicants are there, and the run fails with what happened to the template.
		if (!target.ok) return new Map(there.map((one) => [one.id, notInForce(one, target)]));
		const answers = await readFormValues(ctx, ids, [target.value.template.content]);
		const states = await Promise.all(there.map((one) => stateOf(ctx, one, target.value, answers.get(one.id))));
		return new Map(states.map((state) => [state.id, state]));
	},
	decide: (state) => (state ? (state.isInForce ? "unchanged" : "will_change") : "not_found"),
	countFor: async (ctx, { filter }, target) => {
		if (filter.isEmpty) return { unchanged: 0, notAllowed: 0 };
		return { unchanged: await countInForce(ctx, { listed: await selectListed(ctx, filter) }, target), notAllowed: 0 };
	},
	countNamed: async (ctx, ids, target) => {
		const [unchanged, found] = await Promise.all([
			countInForce(ctx, { ids }, target),
			applicantRows.versionsOf(ctx, ids),
		]);
		return { unchanged, notAllowed: 0, notFound: ids.length - found.size };
	},
	write: async (ctx, states, { template }, { runId, eventId, onlyIf }) => {
		const made: NewLetter[] = [];
		for (const { applicant, written } of states) {
			if (!written.ok) return written;
			// why: a repeated slice puts the same letters in the same places.
			const id = (await hashToken(`${runId} ${applicant.id}`)).slice(0, 32);
			made.push(await storeLetter(ctx, { id, applicant, stageName: applicant.stage.name, written: written.value }));
		}
		return ok({
			guarded: writeLetterUrls(ctx, made, { onlyIf }),
			writes: writeLetters(ctx, made, { template, eventId }),
			event: {
				type: "applicants.letters_made",
				payload: {
					applicationIds: [...new Set(made.map(({ applicationId }) => applicationId))],
					applicantIds: made.map(({ applicantId }) => applicantId),
					letterIds: made.map(({ id }) => id),
					templateId: template.id,
					templateName: template.name,
				},
			},
		});
	},
};

const stateOf = async (
	ctx: OrgContext,
	applicant: LetterState["applicant"],
	{ template, stationery }: LetterTarget,
	formValues: LetterText["formValues"],
): Promise<LetterState> => {
	const text = { template, applicant, stageName: applicant.stage.name, comment: null, date: ctx.now(), formValues };
	const written = await writeLetter(stationery, text);
	return {
		...notInForce(applicant, written),
		isInForce: written.ok && (await isInForce(ctx, applicant, written.value.digest)),
	};
};

const notInForce = (applicant: LetterState["applicant"], written: LetterState["written"]): LetterState => ({
	id: applicant.id,
	name: fullName(applicant),
	applicationNumber: applicant.applicationNumber,
	// why: a letter does not conflict with other changes of an applicant.
	version: 0,
	isLate: false,
	applicant,
	written,
	isInForce: false,
});

type Among = Parameters<typeof findLettered>[1];

/** Finds the applicants whose letter in force says the same as the new one would: by id, or if they are many, by how it was made. */
const findInForce = async (
	ctx: OrgContext,
	among: Among,
	{ template, stationery }: LetterTarget,
): Promise<{ ids: readonly string[] } | Made> => {
	// why: a letter shows its date, so an older one differs.
	const made = { templateId: template.id, since: startOfToday(ctx.now(), stationery.organisation.timeZone) };
	const lately = await findLettered(ctx, among, { ...made, limit: mostCompared + 1 });
	if (lately.length > mostCompared) return { ...made, since: Math.max(made.since, template.updatedAt) };
	const states = await letterMaking.load(ctx, lately, { templateId: template.id }, undefined);
	return { ids: [...states.values()].filter((state) => state.isInForce).map(({ id }) => id) };
};

const countInForce = async (ctx: OrgContext, among: Among, target: LetterTarget): Promise<number> => {
	const found = await findInForce(ctx, among, target);
	return "ids" in found ? found.ids.length : countLettered(ctx, among, found);
};

/** Returns the merge fields that are empty in some of the letters of a selection, and in how many. */
export const findEmptyFields = (
	ctx: OrgContext,
	chosen: Selection<CompiledFilter>,
	target: LetterTarget,
	{ willChange, unchanged }: Pick<Previewed, "willChange" | "unchanged">,
) => {
	const { template, stationery } = target;
	const among = async () => ("ids" in chosen ? chosen : { listed: await selectListed(ctx, chosen.filter) });
	const select = async () =>
		fromUnlettered(ctx, chosen, unchanged === 0 ? { ids: [] } : await findInForce(ctx, await among(), target));
	return countEmptyFields(ctx, {
		recipients: { select, count: () => willChange },
		organisation: stationery.organisation,
		texts: [template.content],
	});
};

/** Returns when the day of a letter began: in the institution's zone, or the default one for an unknown zone (§9). */
const startOfToday = (now: number, zone: string): number => {
	const start = startOfDay(new TZDate(now, zone)).getTime();
	return Number.isNaN(start) ? startOfToday(now, defaultTimeZone) : start;
};
