import { and, eq, exists, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { FormData, RepeatCounts } from "#worker/contract/forms/form-schema";
import type { Write } from "#worker/database/commit";
import { applicants } from "#worker/database/schema/applicants";
import { attachments, type DraftFile, formDrafts, submissions } from "#worker/database/schema/forms";
import { isAsSeen } from "#worker/services/forms/draft.writes";
import type { DraftRow, FormToEdit } from "#worker/services/forms/edit.queries";

interface NewAnswers {
	data: FormData;
	duplicateFields: RepeatCounts;
	percentComplete: number;
	submittedAt: number | null;
}

/** Writes the answers if the form, its applicant and the draft they came from, if any, are unchanged. */
export const writeAnswers = (
	ctx: OrgContext,
	seen: FormToEdit,
	{ duplicateFields, ...answers }: NewAnswers,
	draft: DraftRow | undefined,
): Write => {
	const { db, organisationId, now } = ctx;
	const { version, organisationId: owner } = submissions;
	const applicant = db
		.select({ id: applicants.id })
		.from(applicants)
		.where(and(eq(applicants.organisationId, organisationId), eq(applicants.id, seen.applicantId)));
	return db
		.update(submissions)
		.set({ ...answers, repeats: duplicateFields, version: sql`${version} + 1`, updatedAt: now() })
		.where(
			and(
				eq(owner, organisationId),
				eq(submissions.id, seen.id),
				eq(version, seen.version),
				exists(applicant),
				draft && exists(db.select({ files: formDrafts.files }).from(formDrafts).where(isDraftAsSeen(ctx, draft))),
			),
		);
};

const isDraftAsSeen = ({ organisationId }: OrgContext, draft: DraftRow) =>
	and(
		eq(formDrafts.organisationId, organisationId),
		eq(formDrafts.userId, draft.userId),
		eq(formDrafts.submissionId, draft.submissionId),
		// why: what another tab has saved meanwhile is neither lost nor attached without its file.
		isAsSeen(draft),
	);

export interface NewAttachment extends DraftFile {
	title: string;
	section: string;
}

/** Adds and removes attachments. */
export const writeAttachments = (
	{ db, organisationId, now }: OrgContext,
	submissionId: string,
	{ added, removed }: { added: readonly NewAttachment[]; removed: readonly { id: string }[] },
): Write[] => [
	...removed.map(({ id }) =>
		db
			.delete(attachments)
			.where(
				and(
					eq(attachments.organisationId, organisationId),
					eq(attachments.id, id),
					eq(attachments.submissionId, submissionId),
				),
			),
	),
	...added.map((file) => db.insert(attachments).values({ ...file, organisationId, submissionId, createdAt: now() })),
];
