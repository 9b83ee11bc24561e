import { and, eq, sql } from "drizzle-orm";
import type { Write } from "#worker/database/commit";
import { applicantLog, applicants } from "#worker/database/schema/applicants";
import { modificationEntries } from "#worker/database/schema/records";
import type { OrgContext } from "#worker/http/context";
import type { ApplicantRow } from "#worker/services/applicants/contract";

/** Changes one applicant who still is at the step and version they were seen at. */
export const writeDetail = (
	{ db, organisationId, actor, now }: OrgContext,
	seen: ApplicantRow,
	change: { courseId: string } | { locationId: string },
): Write =>
	db
		.update(applicants)
		.set({
			...change,
			lastReviewedAt: now(),
			lastReviewedBy: actor.name,
			version: sql`${applicants.version} + 1`,
			updatedAt: now(),
		})
		.where(
			and(
				eq(applicants.organisationId, organisationId),
				eq(applicants.id, seen.id),
				eq(applicants.stepId, seen.stageId),
				eq(applicants.version, seen.version),
			),
		);

interface Modification {
	eventId: string;
	field: "course" | "location";
	oldValue: string | null;
	newValue: string;
}

/** The change's modification entry with the old and the new value, and its line in the applicant's log. */
export const writeModification = (
	{ db, organisationId, actor, now, newId }: OrgContext,
	seen: ApplicantRow,
	{ eventId, field, oldValue, newValue }: Modification,
): Write[] => [
	db.insert(modificationEntries).values({
		organisationId,
		id: newId(),
		entity: "applicant",
		entityId: seen.id,
		field,
		oldValue,
		newValue,
		userId: actor.id,
		username: actor.email,
		eventId,
		createdAt: now(),
	}),
	db.insert(applicantLog).values({
		organisationId,
		applicantId: seen.id,
		id: eventId,
		type: "DATA_UPDATE",
		stepId: seen.stageId,
		stageName: seen.stage.name,
		reason:
			field === "course"
				? `Course changed from ${oldValue} to ${newValue}`
				: `${oldValue === null ? "Posted" : `Posting changed from ${oldValue}`} to ${newValue}`,
		actorId: actor.id,
		reviewedBy: actor.name,
		eventId,
		createdAt: now(),
	}),
];
