import { fullName } from "#worker/contract/text/full-name";
import type { Decision } from "#worker/runs/outcome";
import type { Chosen } from "#worker/services/applicants/selection.queries";

/** One of whom a preview lists, and what would become of them. */
export const rowOf = (id: string, applicant: Chosen | undefined, outcome: Decision) => ({
	id,
	name: applicant ? fullName(applicant) : null,
	applicationNumber: applicant?.applicationNumber ?? null,
	outcome,
});
