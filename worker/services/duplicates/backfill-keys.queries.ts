import { sql } from "drizzle-orm";
import type { FormData, FormLayout } from "#worker/contract/forms/form-schema";
import type { Database } from "#worker/database/database";

interface Row {
	seq: number;
	organisationId: string;
	applicationId: string;
	id: string;
	firstName: string;
	middleName: string | null;
	lastName: string;
	email: string;
	data: string | null;
	layout: string | null;
}

/** The next applicants of all institutions, with what their forms say. */
export const readApplicantsAfter = async (db: Database, { after, limit }: { after: number; limit: number }) => {
	const rows = await db.all<Row>(sql`
		SELECT applicant.seq, applicant.organisation_id AS organisationId, applicant.application_id AS applicationId,
			applicant.id, applicant.first_name AS firstName, applicant.middle_name AS middleName,
			applicant.last_name AS lastName, applicant.email, submission.data, version.layout
		FROM applicants AS applicant
		LEFT JOIN submissions AS submission ON submission.organisation_id = applicant.organisation_id
			AND submission.id = applicant.submission_id
		LEFT JOIN form_design_versions AS version ON version.organisation_id = applicant.organisation_id
			AND version.form_design_id = submission.form_design_id AND version.version = submission.design_version
		WHERE applicant.seq > ${after} ORDER BY applicant.seq LIMIT ${limit}`);
	return rows.map(({ data, layout, ...row }) => ({
		...row,
		data: JSON.parse(data ?? "{}") as FormData,
		layout: JSON.parse(layout ?? '{"sections":[]}') as FormLayout,
	}));
};
