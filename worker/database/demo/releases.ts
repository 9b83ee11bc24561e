import type { Row } from "./insert";
import type { People } from "./people";
import { createRandom } from "./random";
import type { DemoApplication, Setup } from "./setup";
import { day, hour } from "./times";

interface Decided {
	application: DemoApplication;
	applicants: readonly Row<"applicants">[];
	/** A bulk change that a release has made, with its rows. */
	run: Row<"runs"> | undefined;
	runRows: readonly Row<"runRows">[];
	seed: number;
	now: number;
}

/** Makes a release in each state: decisions of the two users who may decide for the whole institution. */
export const releasesOf = (
	{ organisation }: Setup,
	{ idByRole, reviewers, rows }: People,
	{ application, applicants, run, runRows, seed, now }: Decided,
): { releases: Row<"releases">[]; releaseRows: Row<"releaseRows">[] } => {
	const random = createRandom(seed, organisation.id, "releases");
	const [adminId] = idByRole("super-admin");
	const admin = rows.users.find(({ id }) => id === adminId);
	const officer = reviewers[0];
	const step = application.steps.find(({ type }) => type === "ACCEPTED");
	if (!admin || !officer || !step) return { releases: [], releaseRows: [] };
	const first = officer;
	const second = { id: admin.id, name: `${admin.firstName} ${admin.lastName}` };
	const candidates = applicants.filter(({ stepId }) => stepId !== step.id);
	const of = (from: number) => candidates.slice(from, from + 6).map(({ id }) => id);
	const moved = runRows.filter(({ runId }) => runId === run?.id).map(({ subjectId }) => subjectId);
	const states = [
		{ state: "prepared", daysAgo: 0, applicantIds: of(0), reason: "First list of the Senate, in preparation." },
		{ state: "proposed", daysAgo: 1, applicantIds: of(6), reason: "Second list, as the committee decided." },
		{ state: "approved", daysAgo: 2, applicantIds: of(12), reason: "Supplementary list, approved by Senate." },
		{ state: "scheduled", daysAgo: 3, applicantIds: of(18), reason: "Merit list, to be released with the others." },
		{ state: "released", daysAgo: 5, applicantIds: moved, reason: "First merit list, approved by Senate." },
		{ state: "cancelled", daysAgo: 8, applicantIds: of(24), reason: "Replaced by a later list." },
	] as const;
	const made = states
		.filter(({ applicantIds }) => applicantIds.length > 0)
		.map(({ state, daysAgo, applicantIds, reason }) => {
			const isRun = state === "released" && run !== undefined;
			const preparedAt = isRun ? run.createdAt - 2 * day : now - daysAgo * day - random.between(2, 8) * hour;
			const isProposed = state !== "prepared";
			const isApproved = isProposed && state !== "proposed" && state !== "cancelled";
			const release: Row<"releases"> = {
				organisationId: organisation.id,
				id: isRun ? run.id : random.id("rel"),
				state,
				reason,
				applicationId: application.id,
				stageId: isRun ? run.targetId : step.id,
				stageName: isRun ? run.targetName : step.name,
				doNotNotify: false,
				preparedBy: first.id,
				preparedByName: first.name,
				preparedAt,
				...(isProposed && { proposedBy: first.id, proposedByName: first.name, proposedAt: preparedAt + hour }),
				...(isApproved && { approvedBy: second.id, approvedByName: second.name, approvedAt: preparedAt + 2 * hour }),
				...(state === "scheduled" && { dueAt: now + 60 * day }),
				...(isRun && { dueAt: run.createdAt, releasedAt: run.createdAt }),
			};
			return { release, applicantIds };
		});
	return {
		releases: made.map(({ release }) => release),
		releaseRows: made.flatMap(({ release, applicantIds }) =>
			applicantIds.map((applicantId) => ({ organisationId: organisation.id, releaseId: release.id, applicantId })),
		),
	};
};
