import type { OrgContext } from "#worker/context";
import type { FilePart } from "#worker/contract/forms/file-part";
import { askedIn, slotsOf } from "#worker/contract/forms/form-slots";
import { askedAnswers } from "#worker/contract/forms/hidden-answers";
import { maskAnswers } from "#worker/contract/forms/sensitive";
import { applicantKeysOf } from "#worker/contract/identity-keys";
import { fail, okOr } from "#worker/contract/result";
import { commit, type EventToCommit } from "#worker/database/commit";
import { describeDefect } from "#worker/http/create-app";
import { log } from "#worker/log";
import { updateApplicants } from "#worker/services/applicants/applicant.writes";
import { logApplicants, noteModifications } from "#worker/services/applicants/applicant-log.writes";
import { writeIdentityKeys } from "#worker/services/duplicates/identity-keys.writes";
import type { FormUpdate } from "#worker/services/forms/contract";
import {
	type DraftRow,
	type FormToEdit,
	findFormToEdit,
	findLastEditor,
	findStepOfSubmitted,
	type StoredFile,
} from "#worker/services/forms/edit.queries";
import { deleteDraft, writeAnswers, writeAttachments, writeDraftsEnd } from "#worker/services/forms/edit.writes";
import { answersIn, mergeCounts, sectionsOf } from "#worker/services/forms/edited-form";
import { putFiles, removeObjects } from "#worker/services/forms/form-files";
import { describeChanges, type PreparedUpdate, prepareUpdate } from "#worker/services/forms/prepare-update";
import { findSubmission, masked } from "#worker/services/forms/queries";

interface Update {
	data: FormUpdate;
	files: readonly FilePart[];
}

/** The most attempts while the actor's draft changes in another tab. */
const maxTries = 3;

/**
 * Changes and logs answers and files in one commit (§2 Edit applicant form); a failure leaves no file behind. Fails
 * with `invalid` by field, `stale_form` with both versions, or `in_progress` while the draft keeps changing.
 */
export const updateForm = async (ctx: OrgContext, id: string, { data, files }: Update) => {
	for (let tries = 0; tries < maxTries; tries++) {
		const seen = await findFormToEdit(ctx, id);
		if (!seen) return fail("not_found");
		if (data.version !== undefined && data.version !== seen.version) return staleForm(ctx, seen, attempted(seen, data));
		const prepared = await prepareUpdate(seen, data, files);
		if (!prepared.ok) return prepared;
		const outcome = isIdle(seen, prepared.value, data.submit)
			? await endDraft(ctx, seen, data)
			: await save(ctx, seen, prepared.value, data);
		if (outcome === "failed") return fail("form_update_failed");
		if (outcome === "saved") {
			const found = await findSubmission(ctx, id);
			return okOr(found && masked(found), "not_found");
		}
		const now = await findFormToEdit(ctx, id);
		if (!now) return fail("not_found");
		if (now.version !== seen.version) return staleForm(ctx, now, attempted(seen, data));
	}
	return fail("in_progress");
};

/** Returns what the actor attempted to save, for the screen that shows both versions. */
const attempted = ({ draft }: FormToEdit, update: FormUpdate) => ({
	data: { ...(update.draft ? draft?.data : undefined), ...answersIn(update) },
	duplicateFields: mergeCounts((update.draft && draft?.repeats) || { sections: {}, rows: {} }, update.duplicateFields),
});

/** Checks whether the update changes nothing; then nothing is written or logged. */
const isIdle = (seen: FormToEdit, prepared: PreparedUpdate, isHandedIn: boolean): boolean =>
	prepared.changedAnswers.length + prepared.uploads.length + prepared.draftFiles.length + prepared.removed.length ===
		0 &&
	JSON.stringify(prepared.after.duplicateFields) === JSON.stringify(seen.duplicateFields) &&
	!(isHandedIn && seen.submittedAt === null);

const endDraft = async (ctx: OrgContext, { id, draft }: FormToEdit, update: FormUpdate): Promise<"saved"> => {
	if (update.draft && draft) await removeObjects(ctx, id, await deleteDraft(ctx, id));
	return "saved";
};

/** @returns "outdated" when the form, its applicant or the draft was changed meanwhile */
const save = async (
	ctx: OrgContext,
	seen: FormToEdit,
	prepared: PreparedUpdate,
	update: FormUpdate,
): Promise<"saved" | "outdated" | "failed"> => {
	const draft = update.draft ? seen.draft : undefined;
	let put: StoredFile[] = [];
	let isCommitted = false;
	try {
		put = await putFiles(ctx, seen.id, prepared.uploads);
		isCommitted = await commitUpdate(ctx, seen, prepared, { put, draft, isHandedIn: update.submit });
		if (!isCommitted) return "outdated";
	} catch (error) {
		log("error", { message: "form not saved", requestId: ctx.requestId, error: describeDefect(error) });
		return "failed";
	} finally {
		if (!isCommitted) await removeObjects(ctx, seen.id, put);
	}
	const unused = (draft?.files ?? []).filter((file) => !prepared.draftFiles.includes(file));
	await removeObjects(ctx, seen.id, [...prepared.removed, ...unused]);
	return "saved";
};

/** Returns files with the titles of their fields and sections. */
export const attachedTo = (fields: PreparedUpdate["fields"], files: readonly StoredFile[]) =>
	files.map((file) => {
		const { label = file.fieldId, section = "" } = fields.get(file.fieldId) ?? {};
		return { ...file, title: label, section };
	});

const commitUpdate = async (
	ctx: OrgContext,
	seen: FormToEdit,
	prepared: PreparedUpdate,
	{ put, draft, isHandedIn }: { put: readonly StoredFile[]; draft: DraftRow | undefined; isHandedIn: boolean },
): Promise<boolean> => {
	const { after, hidden, percentComplete, removed, draftFiles, fields } = prepared;
	const added = attachedTo(fields, [...draftFiles, ...put]);
	const { changes, reason } = describeChanges(seen, { ...prepared, added });
	const isNewlyIn = isHandedIn && seen.submittedAt === null;
	const step = isNewlyIn ? await findStepOfSubmitted(ctx, seen.stepId) : undefined;
	const submittedAt = seen.submittedAt ?? (isHandedIn ? ctx.now() : null);
	const [eventId, moveId] = [ctx.newId(), ctx.newId()];
	const handedIn = "The form was handed in.";
	const event = await commit(ctx, {
		guarded: {
			write: writeAnswers(
				ctx,
				seen,
				{ data: after.data, duplicateFields: after.duplicateFields, hidden, percentComplete, submittedAt },
				{ draft, moves: step !== undefined },
			),
			expectedChanges: 1,
		},
		writes: [
			...writeAttachments(ctx, seen.id, { added, removed }),
			...noteModifications(ctx, changes, { entityId: seen.applicantId, eventId }),
			...(changes.length > 0 || !step
				? [
						logApplicants(ctx, [{ applicantId: seen.applicantId }], {
							type: "DATA_UPDATE",
							stepId: seen.stepId,
							stageName: seen.stageName,
							eventId,
							reason: changes.length > 0 ? reason : handedIn,
						}),
					]
				: []),
			...(step
				? [
						logApplicants(ctx, [{ applicantId: seen.applicantId, fromStepId: seen.stepId }], {
							type: "STAGE_CHANGE",
							stepId: step.id,
							stageName: step.name,
							reason: handedIn,
							eventId: moveId,
						}),
					]
				: []),
			updateApplicants(ctx, [{ id: seen.applicantId }], {
				set: { ...newPhoto(seen, prepared, added), ...(step && { stepId: step.id, stageChangedAt: ctx.now() }) },
			}),
			...writeIdentityKeys(ctx, {
				scope: seen.applicationKey,
				ownerId: seen.applicantId,
				keys: applicantKeysOf(seen, seen.layout, askedAnswers(after.data, hidden)),
			}),
			...(draft ? [writeDraftsEnd(ctx, seen.id)] : []),
		],
		event: {
			id: eventId,
			type: "applicants.form_updated",
			payload: {
				applicationId: seen.applicationKey,
				applicantIds: [seen.applicantId],
				...(isNewlyIn && { isHandedIn: true, courseId: seen.courseId }),
				submissionId: seen.id,
				fieldIds: changes.map(({ field }) => field),
			},
		},
		further: step ? [moved(seen, { step, id: moveId, reason: handedIn })] : [],
	});
	return event !== undefined;
};

/** Returns the new passport picture, which is the file of the first camera field that the form asks for. */
export const newPhoto = (
	{ photoKey, attachments }: Pick<FormToEdit, "photoKey" | "attachments">,
	{ after, removed }: PreparedUpdate,
	added: readonly StoredFile[],
): { photoKey?: string | null } => {
	const passport = slotsOf(askedIn(sectionsOf(after))).find(({ col }) => col.type === "camera");
	const isPassport = ({ fieldId }: { fieldId: string }) => fieldId === passport?.fieldId;
	const file = added.find(isPassport) ?? attachments.filter((one) => !removed.includes(one)).find(isPassport);
	if (file) return file.objectKey === photoKey ? {} : { photoKey: file.objectKey };
	// why: a picture of which the form knows nothing stays; its own may have been removed, or be hidden by a condition.
	return attachments.some(({ objectKey }) => objectKey === photoKey) ? { photoKey: null } : {};
};

/** Returns the event of coming to the stage of submitted forms. */
const moved = (
	{ applicationKey, applicantId, stepId }: FormToEdit,
	{ step, id, reason }: { step: { id: string; name: string }; id: string; reason: string },
): EventToCommit => ({
	id,
	type: "applicants.stage_changed",
	payload: {
		applicationId: applicationKey,
		applicationTitle: null,
		applicantIds: [applicantId],
		fromStepIds: [stepId],
		stepId: step.id,
		stageName: step.name,
		reason,
		locationId: null,
	},
});

/** Fails because another user saved the form first, with the current and the attempted version. */
const staleForm = async (ctx: OrgContext, current: FormToEdit, attempted: object) => {
	const { duplicateFields, updatedAt, version, applicantId, lastReviewedBy } = current;
	const { data } = maskAnswers(current.layout, current.data);
	const by = (await findLastEditor(ctx, applicantId)) ?? lastReviewedBy;
	return fail("stale_form", { details: { current: { data, duplicateFields, updatedAt, version, by }, attempted } });
};
